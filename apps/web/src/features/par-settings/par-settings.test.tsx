import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ParLevel } from '@wardtrack/contracts'
import { beforeEach, describe, expect, it } from 'vitest'
import { queryClient } from '../../lib/query-client.ts'
import { refusal } from '../../testing/fake-server.ts'
import { openConsole, pumpHospital, signIn } from '../../testing/pump-hospital.tsx'
import { warmUp } from '../../testing/warm-up.ts'

const PATH = '/api/parLevels'
const level = (more: Partial<ParLevel> = {}): ParLevel => ({
  _id: 'l1',
  hierarchyId: 'icu',
  fullPath: { Level_1: 'Site', Level_2: 'ICU' },
  Category: 'Pump',
  Minimum: 2,
  Par: 4,
  updatedAt: '2026-11-02T08:00:00.000Z',
  updatedBy: 'mira',
  revision: 'r1',
  ...more,
})

warmUp()
beforeEach(() => {
  queryClient.clear()
  localStorage.clear()
  signIn()
})

function open(levels: ParLevel[]) {
  const server = pumpHospital(['/par-settings'])
  server.handlers[PATH] = ({ method, body }) => {
    if (method === 'GET') return { data: levels, count: levels.length }
    const { revision, ...form } = body as ParLevel
    const [stored] = levels
    if (stored && stored.revision !== revision)
      return refusal(409, 'conflict', 'This was changed by somebody else meanwhile.')
    levels.splice(0, 1, level({ ...form, revision: 'r2' }))
    return { err: 0, message: 'PAR level saved.', data: levels[0] }
  }
  server.handlers[`${PATH}/l1`] = ({ method }) => {
    if (method === 'GET') return { data: levels[0] }
    levels.splice(0, 1)
    return { err: 0, message: 'PAR level removed.' }
  }
  openConsole('/par-settings')
  return server
}

describe('the page of PAR levels', () => {
  it('explains levels if none is set', async () => {
    open([])
    expect(await screen.findByText('No PAR levels yet')).toBeTruthy()
  })

  it('changes a level, and reports invalid values', async () => {
    const server = open([level()])
    await userEvent.click(await screen.findByRole('button', { name: 'Edit the PAR level of Pump in ICU' }))
    const form = within(await screen.findByRole('dialog'))
    const minimum = form.getByLabelText('Safety level')
    await userEvent.clear(minimum)
    await userEvent.type(minimum, '9')
    await userEvent.click(form.getByRole('button', { name: 'Save PAR level' }))
    expect(await form.findByText('The safety level must not exceed the PAR level.')).toBeTruthy()
    await userEvent.clear(minimum)
    await userEvent.type(minimum, '3')
    await userEvent.click(form.getByRole('button', { name: 'Save PAR level' }))
    expect(await screen.findByText('PAR level saved.')).toBeTruthy()
    expect(server.to(PATH).at(-2)?.body ?? server.to(PATH).at(-1)?.body).toMatchObject({
      Minimum: 3,
      revision: 'r1',
    })
  })

  it('removes a level after a confirmation', async () => {
    open([level()])
    await userEvent.click(await screen.findByRole('button', { name: 'Remove the PAR level of Pump in ICU' }))
    const question = within(await screen.findByRole('dialog'))
    await userEvent.click(question.getByRole('button', { name: 'Remove PAR level' }))
    expect(await screen.findByText('PAR level removed.')).toBeTruthy()
    await waitFor(() => expect(screen.queryByText('Site > ICU')).toBeNull())
  })
})
