import { beforeAll } from 'vitest'
import { ROUTES } from '../app/routes.ts'

/** Fetches the code of every page before the first test, so that no test waits for a busy machine to do it. */
export function warmUp(): void {
  beforeAll(async () => {
    await Promise.all([
      import('../app/root.tsx'),
      import('../app/frame.tsx'),
      import('../app/guard.tsx'),
      import('../app/shell/shell.tsx'),
      import('../app/unknown-address.tsx'),
      // Forms fetch the shapes of the contract when they are opened.
      import('@wardtrack/contracts'),
      // Pages on which people draw fetch what they draw on.
      import('../drawing-surface/drawing-surface.ts'),
      ...new Set(ROUTES.map(({ load }) => load())),
    ])
  }, 180_000)
}
