// Small pieces of a game for the tests.
import type { Ask, Choice, Domain, Face, Object as Seen, Observation, Player } from '$protocol';

export function face(over: Partial<Face> = {}): Face {
  return {
    name: 'Bramble Cub',
    cost: '{1}{G}',
    colors: ['G'],
    types: 'Creature — Bear',
    text: [],
    power: 2,
    toughness: 2,
    loyalty: null,
    defense: null,
    ...over,
  };
}

export function object(handle: number, over: Partial<Seen> = {}): Seen {
  return {
    handle,
    owner: 0,
    controller: 0,
    face: face(),
    under: null,
    face_down: false,
    token: false,
    counters: [],
    tapped: false,
    flipped: false,
    sick: false,
    damage: 0,
    attached_to: null,
    attachments: [],
    commander_tax: null,
    targets: [],
    x: null,
    source: null,
    marks: [],
    ...over,
  };
}

export function creature(
  handle: number,
  power: number,
  toughness: number,
  text: string[] = [],
  over: Partial<Seen> = {},
): Seen {
  return object(handle, { face: face({ power, toughness, text }), ...over });
}

export function land(handle: number, over: Partial<Seen> = {}): Seen {
  const of = face({
    name: 'Forest',
    cost: null,
    colors: [],
    types: 'Basic Land — Forest',
    power: null,
    toughness: null,
  });
  return object(handle, { face: of, ...over });
}

export function player(seat: number, over: Partial<Player> = {}): Player {
  return {
    seat,
    name: ['Ann', 'Bob', 'Cid'][seat] ?? '',
    playing: true,
    life: 20,
    counters: [],
    mana: '',
    hand_size: 0,
    hand: [],
    library_size: 40,
    library: [],
    graveyard: [],
    outside: [],
    lands_played: 0,
    marks: [],
    ...over,
  };
}

export function observation(over: Partial<Observation> = {}): Observation {
  return {
    viewer: { as: 'player', seat: 0 },
    turn: { number: 3, active: 0, step: 'precombat main phase' },
    priority: 0,
    players: [player(0), player(1)],
    battlefield: [],
    stack: [],
    exile: [],
    command: [],
    combat: null,
    day: null,
    monarch: null,
    initiative: null,
    result: null,
    ...over,
  };
}

export function choice(text: string, entity: Choice['entity'] = null): Choice {
  return { text, entity };
}

export function pick(options: Choice[], min = 1, max = 1, limited = false): Extract<Domain, { is: 'pick' }> {
  return { is: 'pick', options, min, max, limited };
}

export function ask(domain: Domain, standard: Ask['default'], over: Partial<Ask> = {}): Ask {
  return {
    id: 7,
    player: 0,
    about: 'targets',
    rule: '601.2c',
    text: 'Choose.',
    source: null,
    domain,
    default: standard,
    ...over,
  };
}
