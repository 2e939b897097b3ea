import type { ComponentType } from 'react'
import type { ConsoleRoute } from './routes.ts'

/** Fetches guard, page and texts of one address in parallel. */
export async function loadView(entry: ConsoleRoute): Promise<{ Component: ComponentType }> {
  const texts = import('../lib/i18n/i18n.ts').then(({ loadTexts }) => loadTexts(entry.texts))
  const guard = entry.guarded ? import('./guard.tsx') : undefined
  const [{ Page }] = await Promise.all([entry.load(), texts])
  return { Component: guard ? (await guard).guarded(entry, Page) : Page }
}
