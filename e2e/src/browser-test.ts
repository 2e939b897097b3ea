import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, inject } from 'vitest'
import { type BrowserTest, describePages, openBrowser } from './browser.ts'
import { copyDemo } from './demo-folder.ts'
import { type Product, startProduct } from './product.ts'

/**
 * Options of the product for a test file. It starts with the demo unless `demo` is false. With `still`, it has the
 * demo's data, without movements, and only the test raises alerts. `prepare` adds data.
 */
export type BrowserTestOptions = {
  demo?: boolean | 'still'
  /** settings besides those that separate runs */
  environment?: Record<string, string>
  prepare?: (product: Product) => Promise<unknown>
}

/** The browser of all files of a process; it ends with the process. */
let sharedBrowser: Promise<Browser> | undefined

/**
 * Starts a product before the tests of a file, and removes it afterwards. All files share a browser; the sessions that
 * a file leaves open are closed after its tests. If a test fails, it reports the content of the pages.
 */
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
      sharedBrowser ??= openBrowser()
      browser = await sharedBrowser
    }
    await Promise.all([start(), open()])
  })
  // The content of the page explains a failed wait better than its expectation.
  beforeEach(({ onTestFailed }) => {
    onTestFailed(async ({ task }) => {
      if (browser) console.error(`${task.name}, when it failed:\n${await describePages(browser)}`)
    })
  })
  afterAll(async () => {
    await Promise.all((browser?.contexts() ?? []).map((context) => context.close()))
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
