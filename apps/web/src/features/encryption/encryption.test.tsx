import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { PlainBackup } from '@wardtrack/contracts'
import { RouterProvider } from 'react-router'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createConsoleRouter } from '../../app/router.tsx'
import { queryClient } from '../../lib/query-client.ts'
import { session } from '../../lib/session/index.ts'
import { fakeServer, liveBody, refusal } from '../../testing/fake-server.ts'
import { warmUp } from '../../testing/warm-up.ts'

warmUp()

const fail = () => refusal(400, 'validation', 'Broken.')

const JOB = {
  id: 'job-1',
  kind: 'convert',
  state: 'done',
  done: 4,
  total: 4,
  startedAt: '2026-01-01T00:00:00.000Z',
  startedBy: 'admin',
}

/** Creates a server that stores the encryption settings. */
function encryptionServer(types: Record<string, Record<string, string[]>>, backups: readonly PlainBackup[]) {
  let plainBackups = backups
  const live = liveBody()
  let keyVersion = 1
  let job: typeof JOB | null = null
  const config = () => ({ _id: 'config', ...types })
  const server = fakeServer({
    '/assets/lang/en-GB.json': () => ({
      pages: { 'encryption-setting': { title: 'Encryption', help: '' } },
    }),
    '/api/config/isConfigured': () => ({ config: 1 }),
    '/api/privilege/getAllowedRoutes': () => ({ allowedRoutes: ['/encryption-setting'] }),
    '/api/user/patientDataAccess': () => ({ patientDataAccess: false }),
    '/api/files/count': () => ({ count: 1 }),
    '/api/live': () => live.response(),
    '/api/asset.getMetaDataMapping': () => ({ _id: 'mapping', _aliases: {}, Equipment: {}, Patient: {} }),
    '/api/assets.getAllEncryptionConfig': () => ({ data: Object.keys(types).length > 0 ? [config()] : [] }),
    '/api/assets.getAllFields': () => ({
      data: [
        { field: 'SerialNo', alias: 'Serial No', subFields: [], encryptable: true },
        { field: 'BatteryLevel', alias: 'Battery Level', subFields: ['Level'], encryptable: true },
        { field: 'AssetId', alias: 'AssetId', subFields: [], encryptable: false },
      ],
    }),
    '/api/assets.saveEncryptionConfig': ({ body }) => {
      Object.assign(types, body)
      job = JOB
      return { err: 0, message: 'Encryption saved.', data: config(), job }
    },
    '/api/assets.updateEncryptionConfig/config': ({ body }) => {
      const [path = ''] = Object.keys((body as { $set: object }).$set)
      const [type = '', field = ''] = path.split('.')
      delete types[type]?.[field]
      return { err: 0, message: 'Encryption saved.', data: config(), job: JOB }
    },
    '/api/encryption/status': () => ({ job, keyVersion, plainBackups }),
    '/api/encryption/removePlainBackup': ({ body }) => {
      const { name } = body as { name: string }
      plainBackups = plainBackups.filter((backup) => backup.name !== name)
      return { err: 0, message: 'Backup removed.' }
    },
    '/api/encryption/rotateKey': () => {
      keyVersion += 1
      job = { ...JOB, kind: 'rotate' }
      return { err: 0, message: 'A new key is in use.', job }
    },
    '/api/jobs/job-1': () => ({ data: { ...JOB, kind: 'encryption.convert' } }),
  })
  return { ...server, types }
}

beforeEach(() => queryClient.clear())
afterEach(() => session.end())

function open(types: Record<string, Record<string, string[]>> = {}, backups: readonly PlainBackup[] = []) {
  const server = encryptionServer(types, backups)
  session.start({ AccessToken: 'token', userName: 'admin', sessionId: 's-1' })
  window.location.hash = '/encryption-setting'
  render(<RouterProvider router={createConsoleRouter()} />)
  return { server, user: userEvent.setup() }
}

describe('the encryption page', () => {
  it('shows the encrypted fields, the key in use, and the limitations of an encrypted field', async () => {
    open({ Equipment: { SerialNo: [], BatteryLevel: ['Level'] } })
    const tree = await screen.findByRole('region', { name: 'Encrypted fields' })
    await waitFor(() =>
      expect(tree.textContent).toMatch(/Equipment.*2 fields.*SerialNo.*whole field.*BatteryLevel.*Level/),
    )
    expect((await screen.findByRole('region', { name: 'Key' })).textContent).toMatch(/Current version1/)
    expect(screen.getByRole('region', { name: /^Limits of/ }).textContent).toContain(
      'Lists cannot be sorted by them.',
    )
  })

  it('encrypts a chosen field with its sub-fields', async () => {
    const { server, user } = open()
    expect(await screen.findByText('No encrypted fields')).toBeTruthy()
    const choose = async (label: string, option: string) => {
      await user.click(await screen.findByRole('combobox', { name: label }))
      await user.click(await screen.findByTitle(option))
    }
    await choose('Asset type', 'Equipment')
    await choose('Field', 'Battery Level (BatteryLevel)')
    await choose('Sub-fields', 'Level')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(server.types).toEqual({ Equipment: { BatteryLevel: ['Level'] } }))
    const tree = screen.getByRole('region', { name: 'Encrypted fields' })
    await waitFor(() => expect(tree.textContent).toContain('BatteryLevel'))
    expect((await screen.findByRole('region', { name: 'Conversion of stored data' })).textContent).toContain(
      '4',
    )
  })

  it('shows a failure to load types or fields, and tries again', async () => {
    const { server, user } = open()
    const mapping = server.handlers['/api/asset.getMetaDataMapping'] ?? fail
    server.handlers['/api/asset.getMetaDataMapping'] = fail
    server.handlers['/api/assets.getAllFields'] = fail
    const form = within(await screen.findByRole('form', { name: 'Encrypt a field' }))
    expect(await form.findByText('The asset types could not be loaded')).toBeTruthy()
    server.handlers['/api/asset.getMetaDataMapping'] = mapping
    await user.click(form.getByRole('button', { name: 'Retry' }))
    await waitFor(() => expect(form.queryByText('The asset types could not be loaded')).toBeNull())
    await user.click(form.getByRole('combobox', { name: 'Asset type' }))
    await user.click(await screen.findByTitle('Equipment'))
    expect(await form.findByText('The fields could not be loaded')).toBeTruthy()
  })

  it('removes encryption only after a confirmation', async () => {
    const { server, user } = open({ Equipment: { SerialNo: [], AssetName: [] } })
    await user.click(await screen.findByRole('button', { name: 'Stop encrypting Equipment.SerialNo' }))
    const question = await screen.findByRole('dialog')
    expect(question.textContent).toContain('plain text')
    expect(server.types['Equipment']).toHaveProperty('SerialNo')
    await user.click(within(question).getByRole('button', { name: 'Stop encrypting' }))
    await waitFor(() => expect(server.types).toEqual({ Equipment: { AssetName: [] } }))
  })

  it('rotates the key only after a confirmation', async () => {
    const { user } = open({ Equipment: { SerialNo: [] } })
    await user.click(await screen.findByRole('button', { name: 'Rotate key' }))
    const question = await screen.findByRole('dialog')
    expect(question.textContent).toContain('A new key is used from now on')
    await user.click(within(question).getByRole('button', { name: 'Rotate key' }))
    await waitFor(() => expect(document.body.textContent).toMatch(/Current version2/))
  })

  it('names unencrypted backups, and removes one only after a confirmation', async () => {
    const backup = { bytes: 2_048, createdAt: '2026-01-01T00:00:00.000Z', isUnfinished: false }
    const { user } = open({ Equipment: { SerialNo: [] } }, [
      { ...backup, name: 'backups/old.backup' },
      { ...backup, name: 'cut.backup.part', isUnfinished: true },
    ])
    const region = await screen.findByRole('region', { name: 'Unencrypted backups' })
    expect(region.textContent).toContain('backups/old.backup')
    expect(region.textContent).toContain('incomplete')
    await user.click(within(region).getByRole('button', { name: 'Remove backups/old.backup' }))
    const question = await screen.findByRole('dialog')
    expect(question.textContent).toContain('cannot be undone')
    expect(region.textContent).toContain('backups/old.backup')
    await user.click(within(question).getByRole('button', { name: 'Remove' }))
    await waitFor(() => expect(region.textContent).not.toContain('backups/old.backup'))
    expect(region.textContent).toContain('cut.backup.part')
  })

  it('does not mention backups if all are encrypted', async () => {
    open({ Equipment: { SerialNo: [] } })
    await screen.findByRole('button', { name: 'Rotate key' })
    expect(screen.queryByText('Unencrypted backups')).toBeNull()
  })
})
