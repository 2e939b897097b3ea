import axe from 'axe-core'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import type { Product } from './product.ts'
import { ELSEWHERE } from './product-elsewhere.ts'

/** What the tests of a file run against; there once its first test begins. */
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

/** Widths that every journey is made at. */
export const SIZES = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const

/** Debian's Chromium. */
export const openBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium', args: FLAGS })

/**
 * A page that remembers what its console complained about. `streaming` resolves once it has read a live stream: an alert
 * that is raised before is counted, but not told as a new one.
 */
export type WatchedPage = {
  page: Page
  context: BrowserContext
  complaints: string[]
  streaming: Promise<void>
}

/** How a page is opened. `storageState`: what the browser keeps of an earlier session. */
export type PageOptions = {
  size: keyof typeof SIZES
  allowed?: RegExp
  storageState?: StorageState
}
export type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>

/**
 * How long a page may take for one step, milliseconds: ample on a busy machine, and less than a test may take, so that what
 * fails is the step and not the test as a whole.
 */
const STEP_MS = 60_000

/** Opens a page of its own session. Complaints that `allowed` matches are left out. */
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
    // As for people who want nothing to move: a dialog that is closed while it still opens may stay, and what fades away
    // covers what is clicked next, for longer the busier the machine is.
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

/** What the pages of a browser show, in words: where they are, and what assistive technology is told of them. */
export async function describePages(browser: Browser): Promise<string> {
  const pages = browser.contexts().flatMap((context) => context.pages())
  const described = pages.map(async (page) => {
    const shown = await page.locator('body').ariaSnapshot({ timeout: 5_000 }).catch(String)
    return `${page.url()}\n${shown.slice(0, SHOWN_CHARACTERS)}`
  })
  return (await Promise.all(described)).join('\n\n')
}

/** The rules whose answer depends on colours: the others say the same in both schemes. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/** What axe finds on a page that is serious or critical, in words: every rule in the light, those of colour in the dark. */
export async function seriousFindings(page: Page): Promise<string[]> {
  // A page keeps it until it is loaded anew.
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

/** Looks again at what axe finds: what an answer has just enabled may have been fading while it was looked at. */
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

/** Waits until a fade has come to its end. */
const animationsEnd = (page: Page): Promise<unknown> => page.waitForFunction(noAnimationRuns)

/** Runs in the page: whether nothing fades or moves that will come to an end, since half a fade has half a contrast. */
function noAnimationRuns(): boolean {
  return document.getAnimations().every(({ playState, effect }) => {
    const end = Number(effect?.getComputedTiming().endTime)
    return playState !== 'running' || !Number.isFinite(end)
  })
}
