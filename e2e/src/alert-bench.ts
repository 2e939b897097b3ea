import type { Client } from '@wardtrack/contracts/client'
import type { Page } from 'playwright-core'
import { enterFence, setUpAlertMap } from './alert-map.ts'
import type { Product } from './product.ts'

/** One of the pumps that {@link measureAlerts} adds. */
export const ALERT_PUMP = 'Bench pump 1'

/** Number of measured alerts. */
const ALERTS = 20
const PAUSE_MS = 500
const MAX_MS = 30_000

type Seen = { alertsSeen: Record<string, number> }

/** Runs in the page before its own code, and records when each alert first appears, by the page's clock. */
export function recordAlerts(): void {
  const alertsSeen: Record<string, number> = {}
  Object.assign(globalThis, { alertsSeen })
  const check = (): void => {
    for (const alert of document.querySelectorAll('section[aria-label="New alerts"] li')) {
      const name = /Bench pump \d+/.exec(alert.textContent)?.[0]
      if (name) alertsSeen[name] ??= Date.now()
    }
  }
  new MutationObserver(check).observe(document, { subtree: true, childList: true, characterData: true })
}

/**
 * Measures the time in milliseconds from sending an event that enters a geofence without a wait, until an open
 * console shows the alert. The page must be opened with {@link recordAlerts}.
 */
export async function measureAlerts(product: Product, client: Client, page: Page): Promise<number[]> {
  const names = Array.from({ length: ALERTS }, (_, index) => `Bench pump ${index + 1}`)
  await setUpAlertMap(product, client, names)
  const delays: number[] = []
  for (const name of names) {
    const sent = Date.now()
    await enterFence(product, name)
    await page.waitForFunction((alertName) => alertName in (globalThis as unknown as Seen).alertsSeen, name, {
      timeout: MAX_MS,
    })
    const seen = await page.evaluate(
      (alertName) => (globalThis as unknown as Seen).alertsSeen[alertName],
      name,
    )
    delays.push((seen ?? Number.NaN) - sent)
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
  return delays
}
