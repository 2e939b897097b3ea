import { beforeAll } from 'vitest'
import { ROUTES } from '../app/routes.ts'

/** Fetches the code of every page before the first test, so that no test waits for it on a busy machine. */
export function warmUp(): void {
  beforeAll(async () => {
    await Promise.all([
      import('../app/root.tsx'),
      import('../app/frame.tsx'),
      import('../app/guard.tsx'),
      import('../app/shell/shell.tsx'),
      import('../app/unknown-address.tsx'),
      // Forms fetch the contract's schemas when they open.
      import('@wardtrack/contracts'),
      // Pages with drawing fetch the drawing surface.
      import('../drawing-surface/drawing-surface.ts'),
      ...new Set(ROUTES.map(({ load }) => load())),
    ])
  }, 180_000)
}
