import { expect, test } from 'vitest'
import { runCommand, setUpBackupTest } from '../testing/backup-test.ts'
import { startProduct } from '../testing/running-product.ts'

const LIMIT = 120_000
const commandTest = setUpBackupTest(LIMIT)

const NAME = 'supervisor'
const passwordIn = (output: string): string =>
  new RegExp(`Sign in as ${NAME} with (\\S+) `).exec(output)?.[1] ?? ''
const stepAfterSignIn = async (password: string): Promise<unknown> => {
  const { url } = commandTest.product
  const body = JSON.stringify({ username: NAME, password, authenticationMethod: 'Password' })
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${url}/api/user/verify`, { method: 'POST', headers, body })
  const { AccessToken } = (await answer.json()) as { AccessToken?: string }
  const profile = await fetch(`${url}/api/user/profile`, {
    headers: { authorization: `Bearer ${AccessToken}` },
  })
  return ((await profile.json()) as { data?: { setup?: string } }).data?.setup
}

test(
  'resets an account on the embedded store while the product runs, and while it is stopped',
  async () => {
    const { dataDir, product } = commandTest
    const supervisor = await product.supervisor()
    const running = await runCommand('reset-account', [NAME], { dataDir })
    expect([running.code, running.output]).toEqual([0, expect.stringContaining('shown this once')])
    await expect(supervisor.call('ownProfile', {})).rejects.toMatchObject({ status: 401 })
    expect(await stepAfterSignIn(passwordIn(running.output))).toBe('password')
    await product.stop()
    const stopped = await runCommand('reset-account', [NAME], { dataDir })
    expect(stopped.code).toBe(0)
    commandTest.product = await startProduct(dataDir)
    expect(await stepAfterSignIn(passwordIn(running.output))).toBeUndefined()
    expect(await stepAfterSignIn(passwordIn(stopped.output))).toBe('password')
    const refused = await runCommand('reset-account', ['nobody'], { dataDir })
    expect([refused.code, refused.output]).toEqual([1, 'No account was reset: there is no account nobody\n'])
  },
  LIMIT,
)
