import { type ComponentType, Fragment, type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router'
import { createConsoleRouter } from './app/router.tsx'
import './ui/base.css'
import { paintFirst } from './ui/scheme.ts'
import { tabOutOfSelects } from './ui/tab-out-of-selects.ts'

/** Renders the console into the page. @param Around component of the build around the console */
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
 * Tells zod, which is loaded with the first form, not to generate code for its checks and not to test for that. The
 * page's content security policy refuses generated code, and the browser would report the attempt. zod reads its
 * settings here.
 */
function checkShapesWithoutCode(): void {
  Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
}
