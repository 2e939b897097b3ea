import { type ComponentType, Fragment, type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router'
import { createConsoleRouter } from './app/router.tsx'
import './ui/base.css'
import { paintFirst } from './ui/scheme.ts'
import { tabOutOfSelects } from './ui/tab-out-of-selects.ts'

/** Renders the console into the page. @param Around what a build puts around all of it */
export function start(Around: ComponentType<{ readonly children: ReactNode }> = Fragment): void {
  paintFirst()
  checkShapesWithoutCode()
  tabOutOfSelects()
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no #root')
  createRoot(root).render(
    <StrictMode>
      <Around>
        <RouterProvider router={createConsoleRouter()} />
      </Around>
    </StrictMode>,
  )
}

/**
 * Tells zod, which is loaded with the first form, not to write functions for its checks, nor to try whether it could:
 * the page's policy refuses that, and the browser would report it. This is where zod looks for its settings.
 */
function checkShapesWithoutCode(): void {
  Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
}
