// The log as it is read: turns as headings, and lines with their rules.
import type { LogLine } from './state';

/** What a line of the log is for its looks: a turn's heading, a small step of paying and the like, or what matters. */
export function weight(line: LogLine): 'turn' | 'small' | 'said' | 'plain' {
  if (line.is === 'chat') return 'said';
  const { kind } = line.event;
  if (kind.is === 'turn') return 'turn';
  return kind.is === 'tapped' || kind.is === 'shuffled' || /^pays? /.test(line.event.text) ? 'small' : 'plain';
}

/** The rule that a text may be looked up by: none for what isn't the number of a rule. */
export function ruleNumber(rule: string): string | null {
  return /^\d{3}(\.\d+[a-z]*)?$/.test(rule) ? rule : null;
}
