// The connection to a table, taken up again by itself when it breaks.
import type { FromPlayer, FromTable } from '$protocol';

/** How the connection stands. */
export type Link = 'connecting' | 'open' | 'lost' | 'closed';

/** Milliseconds to wait before the nth try: half a second, then twice as long each time, up to ten. */
export function backoff(tries: number): number {
  return Math.min(500 * 2 ** tries, 10_000);
}

/** A table's messages; a null that is no message of the protocol's. */
export function read(data: string): FromTable | null {
  try {
    const message: unknown = JSON.parse(data);
    const known = typeof message === 'object' && message !== null && 'type' in message;
    return known ? (message as FromTable) : null;
  } catch {
    return null;
  }
}

export interface Listener {
  received: (message: FromTable) => void;
  linked: (link: Link) => void;
}

/** A connection to a table, for a seat's holder or a spectator. */
export class TableSocket {
  private socket: WebSocket | null = null;
  private tries = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private closed = false;

  constructor(
    private readonly table: string,
    private readonly secret: string | null,
    private readonly listener: Listener,
  ) {
    this.open();
  }

  /** Sends a message; false where there is no connection, and nothing was sent. */
  send(message: FromPlayer): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    this.socket?.close();
    this.listener.linked('closed');
  }

  private open(): void {
    this.listener.linked('connecting');
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${encodeURIComponent(this.table)}/socket`);
    this.socket = socket;
    socket.onopen = () => {
      this.send(this.secret === null ? { type: 'watch' } : { type: 'sit', secret: this.secret });
      this.listener.linked('open');
    };
    socket.onmessage = (event: MessageEvent<string>) => {
      const message = read(event.data);
      if (message?.type === 'hello') this.tries = 0;
      if (message) this.listener.received(message);
    };
    socket.onclose = () => {
      if (this.closed || socket !== this.socket) return;
      this.listener.linked('lost');
      this.timer = setTimeout(() => this.open(), backoff(this.tries));
      this.tries += 1;
    };
  }
}
