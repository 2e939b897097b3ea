import { cleanup, configure, prettyDOM } from '@testing-library/react'
import * as React from 'react'
import { afterEach, inject, vi } from 'vitest'
import { i18n, startTexts } from '../lib/i18n/i18n.ts'

// Pages are fetched and rendered for real: on a busy machine that takes a while.
// Whether an element is hidden is not asked of jsdom, which has no layout and takes long to say so.
configure({ asyncUtilTimeout: 60_000, defaultHidden: true, getElementError: missingElement })

/**
 * That a query found nothing. One that waits fails again and again before it finds something: what the page shows is
 * written down only once somebody reads it.
 */
function missingElement(message: string | null, container: Element): Error {
  const error = new Error('')
  error.name = 'TestingLibraryElementError'
  // The place in the test is told, not this one. Browsers have no such function, so the console's types do not know it.
  const { captureStackTrace } = Error as ErrorConstructor & {
    captureStackTrace: (target: Error, below: typeof missingElement) => void
  }
  captureStackTrace(error, missingElement)
  const text = (): string => `${message ?? ''}\n\n${prettyDOM(container) || ''}`
  return Object.defineProperty(error, 'message', { configurable: true, get: text })
}

// In development React takes a stack for each of the first 10,000 elements that it makes in a second, so that a warning can name
// the component behind it. That is a tenth of the time that these tests take, so they make it believe that those are made.
const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals = {} } = React as {
  __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE?: object
}
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
  configurable: true,
  get: () => Number.POSITIVE_INFINITY,
  set: () => {},
})

// jsdom's browser speaks English. All its texts are there before a test begins, so that parts of pages render at once.
await startTexts()
// The configuration has read them: as modules, dozens of them would pass through vitest's loader for each test file.
declare module 'vitest' {
  interface ProvidedContext {
    englishTexts: Record<string, object>
  }
}
for (const [namespace, texts] of Object.entries(inject('englishTexts')))
  i18n.addResourceBundle('en-GB', namespace, texts)

/** jsdom lays nothing out: media queries are asked of this width. */
let width = 1440

/** Sets the width that media queries see; 1440 again after each test. */
export const setWindowWidth = (pixels: number): void => {
  width = pixels
}

const matchesQuery = (query: string): boolean => {
  const max = /max-width:\s*(\d+)px/.exec(query)?.[1]
  const min = /min-width:\s*(\d+)px/.exec(query)?.[1]
  if (!max && !min) return query.includes('prefers-reduced-motion')
  return (!max || width <= Number(max)) && (!min || width >= Number(min))
}

window.matchMedia = (query) =>
  ({
    media: query,
    get matches() {
      return matchesQuery(query)
    },
    onchange: null,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    addListener: () => undefined,
    removeListener: () => undefined,
    dispatchEvent: () => false,
  }) as MediaQueryList

class NoResizeObserver implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}
window.ResizeObserver = NoResizeObserver
window.scrollTo = () => undefined
Element.prototype.scrollIntoView = () => undefined
URL.createObjectURL = () => 'blob:picture'
URL.revokeObjectURL = () => undefined

// Nothing is laid out here, so antd need not make its styles, and what is put into the page as a style is not parsed.
const { antdThemes } = await import('../ui/antd-theme.ts')
for (const theme of Object.values(antdThemes)) Object.assign(theme, { zeroRuntime: true })
Object.defineProperty(HTMLStyleElement.prototype, 'innerHTML', {
  configurable: true,
  get: () => '',
  set: () => {},
})

// jsdom works a style out from every rule that antd has written into the page, for each question about it: seconds for
// a form. Nothing is laid out here anyway, so every element has the style of one that no rule concerns.
const plain = window.getComputedStyle(document.createElement('div'))
window.getComputedStyle = () => plain

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  localStorage.clear()
  width = 1440
})
