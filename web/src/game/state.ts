// What the page knows of a table: each message of the server makes the next state of the last one.
import type {
  Ask,
  Automation,
  DeckParts,
  Event,
  FromTable,
  Observation,
  Outcome,
  Step,
  Answer,
  TableInfo,
  Until,
} from '$protocol';
import type { Clocks } from './clock';

/** A line of the log: an event, or what somebody said. */
export type LogLine =
  | { id: number; is: 'event'; event: Event }
  | { id: number; is: 'chat'; seat: number | null; name: string; text: string };

/** Why something could not be done. */
export interface Notice {
  rule: string | null;
  reason: string;
}

/** What can be said next to a question, after some steps. */
export interface NextSteps {
  ask: number;
  options: Step[];
  answer: Answer | null;
}

/** A table as this viewer knows it. */
export interface TableState {
  info: TableInfo | null;
  you: number | null;
  seen: Observation | null;
  ask: Ask | null;
  waiting: number[];
  result: Outcome | null;
  log: LogLine[];
  lines: number;
  automation: Automation | null;
  passing: Until | null;
  steps: NextSteps | null;
  names: { name: string; names: string[] } | null;
  notice: Notice | null;
  clocks: Clocks | null;
  /** One's deck and sideboard, where they can be exchanged. */
  sideboard: DeckParts | null;
}

/** The most lines of the log that are kept. */
export const MOST_LINES = 1000;

/** A table of which nothing is known yet. */
export const unknownTable: TableState = {
  info: null,
  you: null,
  seen: null,
  ask: null,
  waiting: [],
  result: null,
  log: [],
  lines: 0,
  automation: null,
  passing: null,
  steps: null,
  names: null,
  notice: null,
  clocks: null,
  sideboard: null,
};

/** The state after a message, which came `now`, in milliseconds. */
export function received(state: TableState, message: FromTable, now = 0): TableState {
  switch (message.type) {
    case 'hello':
      // A connection begins: the server tells everything again.
      return { ...unknownTable, info: state.info, you: state.you };
    case 'table':
      return {
        ...state,
        info: message.info,
        you: message.you,
        sideboard: message.info.state === 'over' ? state.sideboard : null,
      };
    case 'snapshot':
      // After a rematch there is no result any more.
      return { ...state, seen: message.observation, result: message.observation.result };
    case 'events':
      return message.events.reduce((s, event) => logged(s, { is: 'event', event }), state);
    case 'ask':
      return { ...state, ask: message.ask, waiting: [], steps: null, names: null };
    case 'waiting':
      return { ...state, ask: null, waiting: message.players, steps: null };
    case 'rollback':
      return { ...state, notice: null, steps: null };
    case 'rejected':
      return { ...state, notice: { rule: message.rule, reason: message.reason } };
    case 'error':
      return { ...state, notice: { rule: null, reason: message.reason } };
    case 'result':
      return { ...state, result: message.outcome, ask: null, waiting: [] };
    case 'steps':
      return { ...state, steps: { ask: message.ask, options: message.options, answer: message.answer } };
    case 'names':
      return { ...state, names: { name: message.name, names: message.names } };
    case 'sideboard':
      return { ...state, sideboard: message.deck };
    case 'clocks':
      return { ...state, clocks: { left: message.left, runs: message.runs, at: now } };
    case 'chat':
      return logged(state, { is: 'chat', seat: message.seat, name: message.name, text: message.text });
    case 'automation': {
      const { stops, auto_pass, auto_order, yields, passing } = message;
      return { ...state, automation: { stops, auto_pass, auto_order, yields }, passing };
    }
    case 'shortcut':
      // This page suggests none; what is taken of one comes as events.
      return state;
    default:
      // A later version's message: nothing of it is known.
      message satisfies never;
      return state;
  }
}

type Unnumbered = LogLine extends infer L ? (L extends LogLine ? Omit<L, 'id'> : never) : never;

function logged(state: TableState, line: Unnumbered): TableState {
  const log = [...state.log, { ...line, id: state.lines } as LogLine];
  return { ...state, lines: state.lines + 1, log: log.length > MOST_LINES ? log.slice(-MOST_LINES) : log };
}
