// A table as a page holds it: what the server told, the answer in the making, and what the player does with it.
import { createContext } from 'svelte';
import type { Answer, Ask, Automation, Entity, FromPlayer, FromTable, Object as Seen, Until } from '$protocol';
import { buttons } from '../game/choices';
import { begun, optionsOf, picked, touched, whole, type Draft, type Touch } from '../game/draft';
import { byHandle, key } from '../game/entity';
import { apart, chosen, drafted, offered, standing } from '../game/offered';
import { received, unknownTable, type TableState } from '../game/state';
import { limitedPick, next, takenSteps } from '../game/steps';
import { TableSocket, type Link } from '../net/socket';

/** Several things that can be done with one card. */
export interface Menu {
  entity: Entity;
  options: number[];
}

/** The zone that is spread out in a window. */
export interface Spread {
  seat: number;
  zone: 'graveyard' | 'exile' | 'command' | 'library' | 'outside' | 'hand';
}

export class TableModel {
  state = $state.raw<TableState>(unknownTable);
  link = $state<Link>('connecting');
  draft = $state.raw<Draft | null>(null);
  menu = $state.raw<Menu | null>(null);
  spread = $state.raw<Spread | null>(null);
  /** The object that the player reads, and whether in a window of its own, for want of room. */
  read = $state.raw<Seen | null>(null);
  enlarged = $state(false);
  /** The number of the question that was answered last, while its effect isn't there yet. */
  sent = $state<number | null>(null);
  /** The settings of passing are open. */
  settling = $state(false);
  /** The rule that is read. */
  rule = $state<string | null>(null);

  readonly objects = $derived(byHandle(this.state.seen));
  readonly ask = $derived(this.state.ask);
  readonly offered = $derived(this.ask && this.draft ? offered(this.ask.domain, this.draft) : new Set<string>());
  readonly chosen = $derived(this.ask && this.draft ? chosen(this.ask.domain, this.draft) : new Set<string>());
  readonly arrows = $derived([
    ...(this.state.seen ? standing(this.state.seen) : []),
    ...(this.ask && this.draft ? drafted(this.ask.domain, this.draft) : []),
  ]);
  readonly apart = $derived(apart(this.arrows, this.chosen));
  /** What can be picked next, where the question's options must fit together and the table has told. */
  readonly next = $derived(this.ask && limitedPick(this.ask.domain) ? next(this.state.steps, this.ask.id) : null);
  /** The answer as it stands, where it is whole. */
  readonly answer = $derived.by(() => {
    if (!this.ask || !this.draft || (limitedPick(this.ask.domain) && this.next?.done === false)) return null;
    return whole(this.ask.domain, this.draft);
  });

  /** What lies open on the table: a click can choose it there. */
  readonly onTable = $derived.by(() => {
    const { seen, you } = this.state;
    const hand = you === null ? [] : (seen?.players[you]?.hand ?? []);
    return new Set([...(seen?.battlefield ?? []), ...(seen?.stack ?? []), ...hand].map((object) => object.handle));
  });
  /** The buttons of a pick. */
  readonly buttons = $derived(this.ask && this.draft ? buttons(this.ask, this.draft, this.next?.options ?? null) : []);

  /** Nothing where the table is only looked at, as in a replay. */
  private socket: TableSocket | null = null;

  /** A table of the server's, with a connection of its own. */
  static at(table: string, secret: string | null): TableModel {
    const model = new TableModel();
    model.socket = new TableSocket(table, secret, {
      received: (message) => model.received(message),
      linked: (link) => (model.link = link),
    });
    return model;
  }

  /** Whether something can be said here. */
  get live(): boolean {
    return this.socket !== null;
  }

  close(): void {
    this.socket?.close();
  }

  private received(message: FromTable): void {
    const before = this.state.ask;
    this.state = received(this.state, message, performance.now());
    if (message.type === 'ask') this.asked(message.ask, before);
    if (message.type === 'rejected' || message.type === 'error') this.sent = null;
    if (this.state.ask === null) this.dropped();
  }

  /** A question came: the answer in the making begins anew, unless the same question is told again. */
  private asked(ask: Ask, before: Ask | null): void {
    const again = before !== null && before.id === ask.id && JSON.stringify(before) === JSON.stringify(ask);
    this.sent = null;
    if (again && this.draft !== null) return;
    this.menu = null;
    this.take(begun(ask));
  }

  private dropped(): void {
    this.draft = null;
    this.menu = null;
  }

  /** Sets the answer in the making, and asks what can be said next where the question wants that. */
  take(draft: Draft): void {
    this.draft = draft;
    this.menu = null;
    if (this.ask && limitedPick(this.ask.domain)) {
      this.say({ type: 'steps', ask: this.ask.id, taken: takenSteps(draft) });
    }
  }

  private did(touch: Touch, entity: Entity | null): void {
    if (touch.is === 'answer') this.reply(touch.answer);
    if (touch.is === 'draft') this.take(touch.draft);
    if (touch.is === 'menu' && entity) this.menu = { entity, options: touch.options };
  }

  /** An object or player was clicked. */
  touch(entity: Entity): void {
    if (this.ask && this.draft) this.did(touched(this.ask.domain, this.draft, entity), entity);
  }

  /** Some equal objects were clicked: the first with which something can be done is meant. Without any, one reads it. */
  touchOneOf(objects: readonly Seen[]): void {
    const entities = objects.map((object): Entity => ({ object: object.handle }));
    const open = entities.filter((entity) => this.offered.has(key(entity)));
    const entity = open.find((each) => !this.chosen.has(key(each))) ?? open[0];
    if (entity) this.touch(entity);
    else if (objects[0]) this.enlarge(objects[0]);
  }

  /** Shows an object in a window of its own where there is no room beside the table. */
  enlarge(object: Seen): void {
    this.read = object;
    this.enlarged = true;
  }

  /** An option was clicked. */
  pick(option: number): void {
    if (this.ask && this.draft) this.did(picked(this.ask.domain, this.draft, option), null);
  }

  /** The options of the question that are done with an object or player. */
  optionsOf(entity: Entity): number[] {
    return this.ask ? optionsOf(this.ask.domain, entity) : [];
  }

  /** The marked button: the answer in the making where it is whole, else the default. */
  confirm(): void {
    if (this.ask) this.reply(this.answer ?? this.ask.default);
  }

  reply(answer: Answer): void {
    const { ask } = this;
    if (!ask || this.sent === ask.id) return;
    if (this.say({ type: 'answer', ask: ask.id, answer })) {
      this.sent = ask.id;
      this.menu = null;
      this.spread = null;
      this.state = { ...this.state, notice: null };
    }
  }

  /** Whether nothing has been chosen yet. */
  readonly untouched = $derived.by(() => {
    if (!this.ask || !this.draft) return true;
    return JSON.stringify(begun(this.ask)) === JSON.stringify(this.draft);
  });

  /** Takes back what was chosen so far. */
  clear(): void {
    if (this.ask) this.take(begun(this.ask));
  }

  undo(): void {
    if (this.state.you !== null) this.say({ type: 'undo', seat: this.state.you });
  }

  concede(): void {
    if (this.state.you !== null) this.say({ type: 'concede', seat: this.state.you });
  }

  passUntil(until: Until): void {
    this.say({ type: 'pass_until', until });
  }

  /** Ends passing: what is sent stays as it was, but anything sent ends it. */
  halt(): void {
    if (this.state.automation) this.automate(this.state.automation);
  }

  automate(automation: Automation): void {
    this.say({ type: 'automation', ...automation });
  }

  say(message: FromPlayer): boolean {
    return this.socket?.send(message) ?? false;
  }

  /** The cards that lie in a zone beside the battlefield, as far as they are seen: what lies on top first. */
  zone(seat: number, zone: Spread['zone']): Seen[] {
    const { seen } = this.state;
    const player = seen?.players[seat];
    if (!seen || !player) return [];
    switch (zone) {
      case 'hand':
        return player.hand;
      case 'library':
        return player.library.map((placed) => placed.card);
      case 'graveyard':
        return player.graveyard.toReversed();
      case 'outside':
        return player.outside;
      default:
        return seen[zone].filter((object) => object.owner === seat);
    }
  }

  /** Whether something in a zone can be chosen that is seen only when it is spread out. */
  spreadable(seat: number, zone: Spread['zone']): boolean {
    if (zone === 'hand' && seat === this.state.you) return false;
    return this.zone(seat, zone).some((object) => this.offered.has(`o${object.handle}`));
  }

  /** The name of a player. */
  nameOf(seat: number): string {
    return this.state.seen?.players[seat]?.name ?? this.state.info?.seats[seat]?.name ?? '';
  }
}

export const [useTable, provideTable] = createContext<TableModel>();
