import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Client, createClient } from '@wardtrack/contracts/client'
import { PAGES } from '@wardtrack/contracts/pages'
import type { Locator, Page } from 'playwright-core'
import {
  type BrowserTest,
  openPage,
  type PageOptions,
  type StorageState,
  seriousFindings,
  type WatchedPage,
} from './browser.ts'
import type { Product } from './product.ts'

const basesOf = ({ url }: Product) => ({
  api: `${url}/api`,
  location: `${url}/location/api`,
  status: `${url}/status/api`,
  root: url,
})

const verify = (product: Product, { username, password }: Person) =>
  createClient({ bases: basesOf(product) }).call('verify', {
    body: { username, password, authenticationMethod: 'Password' },
  })

const clients = new WeakMap<Product, Promise<Client>>()

/**
 * Returns a client signed in as the product's administrator. All calls share one client, because an account's oldest
 * session ends when there are too many.
 */
export function signedInClient(product: Product): Promise<Client> {
  const client = clients.get(product) ?? signInClient(product)
  clients.set(product, client)
  return client
}

async function signInClient(product: Product): Promise<Client> {
  const { AccessToken } = await verify(product, product)
  return createClient({
    bases: basesOf(product),
    headers: () => ({ authorization: `Bearer ${AccessToken}` }),
  })
}

/** Configures a product without the demo: one privilege with every page, for the first account. */
export async function configure(client: Client): Promise<void> {
  await client.call('addPrivilege', {
    body: { privilegeName: 'May see everything', description: 'every page', routes: [...PAGES] },
  })
}

/** Credentials of a user. */
type Person = { username: string; password: string }

/**
 * Returns the demo's users. The administrator's password is not stored, because it was chosen at the start of the
 * product.
 */
export async function demoPeople(product: Product): Promise<Person[]> {
  const people = JSON.parse(await readFile(join(product.dataDir, 'demo-sign-in.json'), 'utf8')) as Person[]
  return people.map((person) =>
    person.username === product.username ? { ...person, password: product.password } : person,
  )
}

async function demoPerson(product: Product, username: string): Promise<Person> {
  const found = (await demoPeople(product)).find((person) => person.username === username)
  if (!found) throw new Error(`${username} is not one of the demo's people`)
  return found
}

/** Signs in through the login page. */
export async function signIn(page: Page, product: Product, as?: Person): Promise<void> {
  await page.goto(`${product.url}/#/login`)
  await page.getByLabel('Username').fill(as?.username ?? product.username)
  await page.getByLabel('Password', { exact: true }).fill(as?.password ?? product.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(/#\/(devices|privilege-settings)/)
}

/** Returns the console's stored data of a signed-in user. */
async function sessionOf(product: Product, person: Person): Promise<StorageState> {
  const { AccessToken, username, sessionId } = await verify(product, person)
  const kept = { AccessToken, userName: username, sessionId }
  const localStorage = Object.entries(kept).map(([name, value]) => ({ name, value }))
  return { cookies: [], origins: [{ origin: product.url, localStorage }] }
}

const signedIn = new WeakMap<Product, Map<string, StorageState>>()

/** Options of a signed-in page. `username`: one of the demo's users; by default the administrator. */
type SignedInPageOptions = PageOptions & { username?: string }

/**
 * Opens a page of a signed-in user without loading an address. Pages of the user share the session, so none may sign
 * out.
 */
export async function openSignedInPage(
  { browser, product }: BrowserTest,
  { username, ...options }: SignedInPageOptions,
): Promise<WatchedPage> {
  const person = username === undefined ? product : await demoPerson(product, username)
  const states = signedIn.get(product) ?? new Map<string, StorageState>()
  signedIn.set(product, states)
  const storageState = states.get(person.username) ?? (await sessionOf(product, person))
  states.set(person.username, storageState)
  return openPage(browser, { ...options, storageState })
}

const visited = new WeakMap<Product, Map<PageOptions['size'], Promise<WatchedPage>>>()

/**
 * Opens a page of the console, waits until it is complete, and returns the serious problems that axe finds. The pages
 * of a product and width are visited one after the other, without reloading the console.
 * @param complete element of the complete page, which no earlier page has
 */
export async function findingsOn(
  running: BrowserTest,
  size: PageOptions['size'],
  path: string,
  complete: (page: Page) => Locator,
): Promise<string[]> {
  const bySize = visited.get(running.product) ?? new Map<PageOptions['size'], Promise<WatchedPage>>()
  visited.set(running.product, bySize)
  const opening = bySize.get(size) ?? openSignedInPage(running, { size })
  bySize.set(size, opening)
  const { page } = await opening
  await page.goto(`${running.product.url}/#/${path}`)
  await complete(page).first().waitFor()
  return seriousFindings(page)
}

/** Signs out through the menu: the side menu, or the drawer on a phone. */
export async function signOut(page: Page, size: 'desktop' | 'phone'): Promise<void> {
  if (size === 'phone') await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('button', { name: 'Log Out' }).click()
  await page.waitForURL(/#\/login/)
}
