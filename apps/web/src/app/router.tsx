import { createHashRouter, type RouteObject, redirect } from 'react-router'
import { CrashScreen } from './crash-screen.tsx'
import { loadView } from './load-view.ts'
import { type ConsoleRoute, ROUTES } from './routes.ts'

const toRoute = (entry: ConsoleRoute): RouteObject => ({ path: entry.path, lazy: () => loadView(entry) })

/** Fetches the root and the texts of the frame in parallel. */
async function loadRoot() {
  const [{ Root }] = await Promise.all([
    import('./root.tsx'),
    import('../lib/i18n/i18n.ts').then(({ startTexts }) => startTexts()),
  ])
  return { Component: Root }
}

const isBare = ({ frame }: ConsoleRoute): boolean => frame === 'bare'

/** Pages inside the frame. */
const FRAMED: RouteObject[] = [
  ...ROUTES.filter((entry) => !isBare(entry)).map(toRoute),
  { path: ':address', lazy: async () => (await import('./asset-address.tsx')).loadAssetAddress() },
  {
    path: '*',
    lazy: async () => ({ Component: (await import('./unknown-address.tsx')).UnknownAddress }),
  },
]

/**
 * All addresses as router objects. Login and similar pages are outside the frame, so that they do not fetch the
 * shell.
 */
export const consoleRoutes: RouteObject[] = [
  {
    path: '/',
    lazy: loadRoot,
    HydrateFallback: () => null,
    ErrorBoundary: CrashScreen,
    children: [
      { index: true, loader: () => redirect('/login') },
      ...ROUTES.filter(isBare).map(toRoute),
      {
        lazy: async () => ({ Component: (await import('./frame.tsx')).Frame }),
        // An error boundary on the page's route would stay empty if the page's code cannot be fetched.
        children: [{ ErrorBoundary: CrashScreen, children: FRAMED }],
      },
    ],
  },
]

export const createConsoleRouter = () => createHashRouter(consoleRoutes)
