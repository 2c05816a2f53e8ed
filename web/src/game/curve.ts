// The line of an arrow between two things on the screen.

/** A box on the screen. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

interface Point {
  x: number;
  y: number;
}

const middle = (box: Box): Point => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 });

/** Where the line from a box's middle toward a point leaves the box. */
export function edge(box: Box, toward: Point): Point {
  const { x, y } = middle(box);
  const [dx, dy] = [toward.x - x, toward.y - y];
  const across = dx === 0 ? Infinity : box.width / 2 / Math.abs(dx);
  const along = dy === 0 ? Infinity : box.height / 2 / Math.abs(dy);
  const share = Math.min(across, along, 1);
  return { x: x + dx * share, y: y + dy * share };
}

/** A slightly bent line from the edge of one box to the edge of another, as an SVG path. */
export function curve(from: Box, to: Box): string {
  const start = edge(from, middle(to));
  const end = edge(to, middle(from));
  const bend = Math.min(40, Math.hypot(end.x - start.x, end.y - start.y) / 6);
  const [x, y] = [(start.x + end.x) / 2 + bend, (start.y + end.y) / 2];
  const at = (value: number) => value.toFixed(1);
  return `M${at(start.x)} ${at(start.y)}Q${at(x)} ${at(y)} ${at(end.x)} ${at(end.y)}`;
}
