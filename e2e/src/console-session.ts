import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Client, createClient } from '@wardtrack/contracts/client'
import { PAGES } from '@wardtrack/contracts/pages'
import type { Page } from 'playwright-core'
import type { Product } from './product.ts'

/** A client signed in as the product's administrator. */
export async function signedInClient(product: Product): Promise<Client> {
  const bases = {
    api: `${product.url}/api`,
    location: `${product.url}/location/api`,
    status: `${product.url}/status/api`,
    root: product.url,
  }
  const { username, password } = product
  const body = { username, password, authenticationMethod: 'Password' as const }
  const { AccessToken } = await createClient({ bases }).call('verify', { body })
  return createClient({ bases, headers: () => ({ authorization: `Bearer ${AccessToken}` }) })
}

/** Configures a product without the demo: one privilege with every page, which goes to the first account. */
export async function configure(client: Client): Promise<void> {
  await client.call('addPrivilege', {
    body: { privilegeName: 'May see everything', description: 'every page', routes: [...PAGES] },
  })
}

/** Somebody who can sign in. */
export type Person = { username: string; password: string }

/** The demo's people. The administrator's password was chosen by whoever started the product: it is not written down. */
export async function demoPeople(product: Product): Promise<Person[]> {
  const kept = JSON.parse(await readFile(join(product.dataDir, 'demo-sign-in.json'), 'utf8')) as Person[]
  return kept.map((one) => (one.username === product.username ? { ...one, password: product.password } : one))
}

/** Signs in through the login page. */
export async function signIn(page: Page, product: Product, as?: Person): Promise<void> {
  await page.goto(`${product.url}/#/login`)
  await page.getByLabel('Username').fill(as?.username ?? product.username)
  await page.getByLabel('Password', { exact: true }).fill(as?.password ?? product.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(/#\/(devices|privilege-settings)/)
}

/** Signs out through the menu: the side menu, or the drawer on a phone. */
export async function signOut(page: Page, size: 'desk' | 'phone'): Promise<void> {
  if (size === 'phone') await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('button', { name: 'Log Out' }).click()
  await page.waitForURL(/#\/login/)
}
