// Dark or light: as the system has it, unless one is chosen.
export type Theme = 'auto' | 'dark' | 'light';
export const themes: readonly Theme[] = ['auto', 'dark', 'light'];

const KEPT = 'lawmage.theme';
const system = matchMedia('(prefers-color-scheme: light)');

function first(): Theme {
  return themes.find((theme) => theme === localStorage.getItem(KEPT)) ?? 'auto';
}

let current = $state<Theme>(first());

/** The chosen theme. */
export function theme(): Theme {
  return current;
}

/** Chooses a theme, at once and for later visits. */
export function choose(to: Theme): void {
  current = to;
  localStorage.setItem(KEPT, to);
  applyTheme();
}

/** Tells the style sheet which theme it is. */
export function applyTheme(): void {
  const light = current === 'light' || (current === 'auto' && system.matches);
  document.documentElement.dataset['theme'] = light ? 'light' : 'dark';
}

system.addEventListener('change', applyTheme);
