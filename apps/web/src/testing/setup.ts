import { cleanup, configure, prettyDOM } from '@testing-library/react'
import * as React from 'react'
import { afterEach, inject, vi } from 'vitest'
import { i18n, startTexts } from '../lib/i18n/i18n.ts'
import { takeBrokenAnswers } from './fake-server.ts'

// Pages are fetched and rendered for real, which is slow on a busy machine. The option `defaultHidden` skips
// jsdom's check for hidden elements, which is slow and has no layout to rely on.
configure({ asyncUtilTimeout: 60_000, defaultHidden: true, getElementError: missingElement })

/**
 * Creates the error of a query without results. A waiting query fails many times before it succeeds, so the page's
 * content is formatted only when the error is read.
 */
function missingElement(message: string | null, container: Element): Error {
  const error = new Error('')
  error.name = 'TestingLibraryElementError'
  // Reports the place in the test instead of this one. The console's types lack this function, because browsers lack
  // it.
  const { captureStackTrace } = Error as ErrorConstructor & {
    captureStackTrace: (target: Error, below: typeof missingElement) => void
  }
  captureStackTrace(error, missingElement)
  const text = (): string => `${message ?? ''}\n\n${prettyDOM(container) || ''}`
  return Object.defineProperty(error, 'message', { configurable: true, get: text })
}

// In development React records a stack for each of the first 10,000 elements per second, to name the component in a
// warning. That takes a tenth of the tests' time, so the counter is set as if those were created already.
const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals = {} } = React as {
  __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE?: object
}
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
  configurable: true,
  get: () => Number.POSITIVE_INFINITY,
  set: () => {},
})

// jsdom's browser language is English. All English texts are loaded before a test, so that parts of pages render
// immediately.
await startTexts()
// The vitest configuration reads the texts. As modules, dozens of files would pass through vitest's loader for each
// test file.
declare module 'vitest' {
  interface ProvidedContext {
    englishTexts: Record<string, object>
  }
}
for (const [namespace, texts] of Object.entries(inject('englishTexts')))
  i18n.addResourceBundle('en-GB', namespace, texts)

/** Window width for media queries, because jsdom has no layout. */
let width = 1440

/** Sets the window width for media queries; each test starts with 1440. */
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

// Without layout, antd's styles are not needed, and styles put into the page are not parsed.
const { antdThemes } = await import('../ui/antd-theme.ts')
for (const theme of Object.values(antdThemes)) Object.assign(theme, { zeroRuntime: true })
Object.defineProperty(HTMLStyleElement.prototype, 'innerHTML', {
  configurable: true,
  get: () => '',
  set: () => {},
})

// jsdom computes a style from every rule of antd in the page for each request, which takes seconds for a form.
// Without layout, every element gets the style of an element without rules.
const plain = window.getComputedStyle(document.createElement('div'))
window.getComputedStyle = () => plain

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  localStorage.clear()
  width = 1440
  const broken = takeBrokenAnswers()
  if (broken.length > 0) throw new Error(`The fake server's answers break the contract: ${broken.join('; ')}`)
})
