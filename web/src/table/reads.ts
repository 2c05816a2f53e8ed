// What shows a card to read: pointing at it, moving to it by keyboard, or a long press.
import type { Attachment } from 'svelte/attachments';
import type { Object as Seen } from '$protocol';
import type { TableModel } from './model.svelte';

/** Milliseconds until a press is a long one. */
const LONG = 450;

/** An element stands for an object: who points at it or presses it for a moment reads it. */
export function reads(table: TableModel, object: Seen): Attachment<HTMLElement> {
  return (node) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let long = false;
    const read = () => (table.read = object);
    const down = (event: PointerEvent) => {
      long = false;
      if (event.pointerType === 'mouse') return;
      timer = setTimeout(() => {
        long = true;
        table.enlarge(object);
      }, LONG);
    };
    const up = () => clearTimeout(timer);
    const click = (event: MouseEvent) => {
      // The click that ends a long press does nothing more.
      if (long) event.stopImmediatePropagation();
      long = false;
    };
    const menu = (event: Event) => long && event.preventDefault();
    node.addEventListener('pointerenter', read);
    node.addEventListener('focus', read);
    node.addEventListener('pointerdown', down);
    for (const end of ['pointerup', 'pointercancel', 'pointerleave']) node.addEventListener(end, up);
    node.addEventListener('click', click, { capture: true });
    node.addEventListener('contextmenu', menu);
    return () => {
      clearTimeout(timer);
      node.removeEventListener('pointerenter', read);
      node.removeEventListener('focus', read);
      node.removeEventListener('pointerdown', down);
      for (const end of ['pointerup', 'pointercancel', 'pointerleave']) node.removeEventListener(end, up);
      node.removeEventListener('click', click, { capture: true });
      node.removeEventListener('contextmenu', menu);
    };
  };
}
