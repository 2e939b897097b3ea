import type { ComponentType } from 'react'
import type { ConsoleRoute } from './routes.ts'

/** Guard and page of one address, fetched side by side. */
export async function loadView(entry: ConsoleRoute): Promise<{ Component: ComponentType }> {
  if (!entry.guarded) return { Component: (await entry.load()).Page }
  const [{ guarded }, { Page }] = await Promise.all([import('./guard.tsx'), entry.load()])
  return { Component: guarded(entry, Page) }
}
