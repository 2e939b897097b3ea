import axe from 'axe-core'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'

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
export const SIZES = { desk: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const

/** Debian's Chromium. */
export const openBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium', args: FLAGS })

/** A page that remembers what its console complained about. */
export type WatchedPage = { page: Page; context: BrowserContext; complaints: string[] }

/** Opens a page of its own session. Complaints that `allowed` matches are left out. */
export async function openPage(
  browser: Browser,
  options: { size: keyof typeof SIZES; dark?: boolean; allowed?: RegExp },
): Promise<WatchedPage> {
  const context = await browser.newContext({
    viewport: SIZES[options.size],
    colorScheme: options.dark ? 'dark' : 'light',
    hasTouch: options.size === 'phone',
    locale: 'en-GB',
  })
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
  const page = await context.newPage()
  return { page, context, complaints }
}

/** What axe finds on a page that is serious or critical, in words. */
export async function seriousFindings(page: Page): Promise<string[]> {
  await animationsEnd(page)
  await page.evaluate(axe.source)
  return page.evaluate(async () => {
    type Axe = { run(): Promise<{ violations: { impact: string; id: string; nodes: { html: string }[] }[] }> }
    const { violations } = await (globalThis as unknown as { axe: Axe }).axe.run()
    return violations
      .filter((one) => one.impact === 'serious' || one.impact === 'critical')
      .map((one) => `${one.id}: ${one.nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`)
  })
}

/** Waits until a dialog or a fade has come to its end: one that is closed while it still opens may stay. */
export const animationsEnd = (page: Page): Promise<unknown> => page.waitForFunction(noAnimationRuns)

/** Runs in the page: whether nothing fades or moves that will come to an end, since half a fade has half a contrast. */
function noAnimationRuns(): boolean {
  return document.getAnimations().every(({ playState, effect }) => {
    const end = Number(effect?.getComputedTiming().endTime)
    return playState !== 'running' || !Number.isFinite(end)
  })
}
