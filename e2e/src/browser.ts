import axe from 'axe-core'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import type { Product } from './product.ts'
import { ELSEWHERE } from './product-elsewhere.ts'

/** Product and browser of a test file; available once its first test begins. */
export type BrowserTest = { readonly product: Product; readonly browser: Browser }

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Window sizes of every journey. */
export const SIZES = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const

/** Opens Debian's Chromium. */
export const openBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium', args: FLAGS })

/**
 * A page that records the messages of its console. `streaming` resolves once it has read a live stream. An alert that
 * is raised earlier is counted, but not shown as new.
 */
export type WatchedPage = {
  page: Page
  context: BrowserContext
  complaints: string[]
  streaming: Promise<void>
}

/** Options of a page. `storageState`: the browser's data of an earlier session. */
export type PageOptions = {
  size: keyof typeof SIZES
  allowed?: RegExp
  storageState?: StorageState
}
export type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>

/**
 * Timeout of one step in milliseconds: enough on a busy machine, and shorter than the timeout of a test. The failing
 * step is therefore reported instead of the whole test.
 */
const STEP_MS = 60_000

/** Opens a page in a new session. Messages that `allowed` matches are ignored. */
export async function openPage(browser: Browser, options: PageOptions): Promise<WatchedPage> {
  const { storageState } = options
  const context = await browser.newContext({
    ...(storageState ? { storageState } : {}),
    // A gateway that is tried has a certificate that nobody signed.
    ignoreHTTPSErrors: ELSEWHERE !== undefined,
    viewport: SIZES[options.size],
    colorScheme: 'light',
    hasTouch: options.size === 'phone',
    locale: 'en-GB',
    // Reduced motion avoids two failures. A dialog that is closed during its opening may stay, and a fading element
    // covers the next click, longer on a busy machine.
    reducedMotion: 'reduce',
  })
  context.setDefaultTimeout(STEP_MS)
  const complaints: string[] = []
  const note = (text: string): void => {
    if (!options.allowed?.test(text)) complaints.push(text)
  }
  const watch = (page: Page): void => {
    page.on('pageerror', (error) => note(`error: ${error.message}`))
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning')
        note(`${message.type()}: ${message.text()}`)
    })
  }
  context.on('page', watch)
  const streaming = new Promise<void>((resolve) => {
    context.on('response', (response) => {
      if (response.url().endsWith('/api/live') && response.ok()) resolve()
    })
  })
  const page = await context.newPage()
  return { page, context, complaints, streaming }
}

const SHOWN_CHARACTERS = 20_000

/** Describes the pages of a browser: their addresses, and their accessibility trees. */
export async function describePages(browser: Browser): Promise<string> {
  const pages = browser.contexts().flatMap((context) => context.pages())
  const described = pages.map(async (page) => {
    const shown = await page.locator('body').ariaSnapshot({ timeout: 5_000 }).catch(String)
    return `${page.url()}\n${shown.slice(0, SHOWN_CHARACTERS)}`
  })
  return (await Promise.all(described)).join('\n\n')
}

/** Rules that depend on colours; all others give the same result in both colour schemes. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/** Returns the serious and critical problems that axe finds on a page: all rules in light, colour rules in dark. */
export async function seriousFindings(page: Page): Promise<string[]> {
  // A page keeps the script until it is reloaded.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  const findings: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.locator(`html[data-scheme="${colorScheme}"]`).waitFor()
    const rules = colorScheme === 'dark' ? COLOUR_RULES : undefined
    for (const violation of await steadyFindings(page, rules)) findings.push(`${colorScheme}: ${violation}`)
  }
  return findings
}

/** Repeats the check, because a control that was just enabled may have been fading during the first. */
async function steadyFindings(page: Page, rules: readonly string[] | undefined): Promise<string[]> {
  await animationsEnd(page)
  const found = await findingsOfAxe(page, rules)
  if (found.length === 0) return found
  await animationsEnd(page)
  return findingsOfAxe(page, rules)
}

type Violation = { impact: string; id: string; nodes: { html: string }[] }
type Axe = { run(options: object): Promise<{ violations: Violation[] }> }

const findingsOfAxe = (page: Page, rules: readonly string[] | undefined): Promise<string[]> =>
  page.evaluate(async (values) => {
    const runOnly = values ? { runOnly: { type: 'rule', values } } : {}
    const { axe: loaded } = globalThis as unknown as { axe: Axe }
    const { violations } = await loaded.run({ resultTypes: ['violations'], ...runOnly })
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
  }, rules)

/** Waits until all animations have ended. */
const animationsEnd = (page: Page): Promise<unknown> => page.waitForFunction(noAnimationRuns)

/**
 * Runs in the page. Returns true if no finite animation is running, because a fading element has too little contrast.
 */
function noAnimationRuns(): boolean {
  return document.getAnimations().every(({ playState, effect }) => {
    const end = Number(effect?.getComputedTiming().endTime)
    return playState !== 'running' || !Number.isFinite(end)
  })
}
