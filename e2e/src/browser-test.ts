import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, inject } from 'vitest'
import { type BrowserTest, describePages, openBrowser } from './browser.ts'
import { copyDemo } from './demo-folder.ts'
import { type Product, startProduct } from './product.ts'

/**
 * How the product of a file starts: with the demo unless `demo` is false; with `still`, on its data, while nothing moves and
 * no alert is raised but by the test. `prepare` fills it.
 */
export type BrowserTestOptions = {
  demo?: boolean | 'still'
  /** settings beside those that keep runs apart */
  environment?: Record<string, string>
  prepare?: (product: Product) => Promise<unknown>
}

/** Starts a product and a browser before the tests of a file, removes both after them, and says what the pages showed when one failed. */
export function setUpBrowserTest(options: BrowserTestOptions = {}): BrowserTest {
  const { demo = true, environment = {}, prepare } = options
  let product: Product | undefined
  let browser: Browser | undefined
  beforeAll(async () => {
    const start = async (): Promise<void> => {
      const data = demo ? await copyDemo(inject('demoFolder')) : undefined
      const simulation = demo === true ? {} : { WARDTRACK_DEMO: 'off' }
      product = await startProduct({ ...environment, ...simulation }, data)
      await prepare?.(product)
    }
    const open = async (): Promise<void> => {
      browser = await openBrowser()
    }
    await Promise.all([start(), open()])
  })
  // What a test waited for says little without what was there instead.
  beforeEach(({ onTestFailed }) => {
    onTestFailed(async ({ task }) => {
      if (browser) console.error(`${task.name}, when it failed:\n${await describePages(browser)}`)
    })
  })
  afterAll(async () => {
    await browser?.close()
    await product?.remove()
  })
  return {
    get product() {
      return started(product)
    },
    get browser() {
      return started(browser)
    },
  }
}

function started<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('product and browser are there once the tests run')
  return value
}
