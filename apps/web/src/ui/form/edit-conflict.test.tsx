import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { App, Input, Switch } from 'antd'
import { describe, expect, it, vi } from 'vitest'
import { CallError } from '../../lib/api.ts'
import { AppField, AppForm, type StoredState, SubmitButton, useAppForm } from './index.ts'

interface Ward {
  readonly name: string
  readonly room: string
  readonly open: boolean
}

const initial: Ward = { name: 'Ward 1', room: 'A', open: false }

/** A ward on a server that several people edit. */
function wardServer() {
  let stored: StoredState<Ward> = { values: initial, revision: 'r1' }
  let number = 1
  const store = (values: Ward): StoredState<Ward> => {
    number += 1
    stored = { values, revision: `r${number}` }
    return stored
  }
  const save = vi.fn(async (values: Ward, revision?: string) => {
    if (revision !== stored.revision)
      throw new CallError(409, { code: 'conflict', message: 'Somebody else.', requestId: '1', errors: [] })
    return store(values)
  })
  return { stored: () => stored.values, store, save, reread: vi.fn(async () => stored) }
}

function show(server: ReturnType<typeof wardServer>) {
  const Form = () => {
    const state = useAppForm<Ward>({
      initial,
      shared: {
        revision: 'r1',
        reread: server.reread,
        labels: { name: 'Name', room: 'Room', open: 'Open' },
      },
      onSubmit: server.save,
    })
    return (
      <AppForm state={state} label="Ward">
        <AppField name="name" label="Name">
          <Input />
        </AppField>
        <AppField name="room" label="Room">
          <Input />
        </AppField>
        <AppField name="open" label="Open">
          <Switch />
        </AppField>
        <SubmitButton>Save ward</SubmitButton>
      </AppForm>
    )
  }
  render(
    <App>
      <Form />
    </App>,
  )
  return userEvent.setup()
}

const type = async (user: ReturnType<typeof userEvent.setup>, label: string, text: string) => {
  const field = screen.getByLabelText(label)
  await user.clear(field)
  await user.type(field, text)
}
const send = (user: ReturnType<typeof userEvent.setup>) =>
  user.click(screen.getByRole('button', { name: 'Save ward' }))
const dialog = () => screen.findByRole('dialog', { name: 'Somebody else has changed this' })
const choice = async (field: string) => within(await dialog()).getByRole('group', { name: field })

describe('a form over a thing that somebody else has changed meanwhile', () => {
  it('shows what differs, field by field, and saves what is chosen', async () => {
    const server = wardServer()
    const user = show(server)
    server.store({ name: 'Ward one', room: 'B', open: true })
    await type(user, 'Name', 'First ward')
    await send(user)
    const name = await choice('Name')
    expect(within(name).getByText('First ward')).toBeTruthy()
    expect(within(name).getByText('Ward one')).toBeTruthy()
    expect(within(await choice('Open')).getByText('Yes')).toBeTruthy()
    expect(server.stored()).toEqual({ name: 'Ward one', room: 'B', open: true })
    // What was edited is kept, what was not follows the others, unless it is chosen otherwise.
    expect(within(name).getByRole<HTMLInputElement>('radio', { name: /Keep mine/ }).checked).toBe(true)
    expect(
      within(await choice('Room')).getByRole<HTMLInputElement>('radio', { name: /Take theirs/ }).checked,
    ).toBe(true)
    await user.click(within(await choice('Open')).getByRole('radio', { name: /Keep mine/ }))
    await user.click(screen.getByRole('button', { name: 'Save what is chosen' }))
    await waitFor(() => expect(server.stored()).toEqual({ name: 'First ward', room: 'B', open: false }))
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Room').value).toBe('B'))
  })

  it('asks again when it was changed once more before the choice was saved', async () => {
    const server = wardServer()
    const user = show(server)
    server.store({ ...initial, name: 'Second' })
    await type(user, 'Name', 'Mine')
    await send(user)
    await choice('Name')
    server.store({ ...initial, name: 'Third' })
    await user.click(screen.getByRole('button', { name: 'Save what is chosen' }))
    await waitFor(async () => expect(within(await choice('Name')).getByText('Third')).toBeTruthy())
    await user.click(within(await choice('Name')).getByRole('radio', { name: /Take theirs/ }))
    await user.click(screen.getByRole('button', { name: 'Save what is chosen' }))
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Third'))
    expect(server.stored().name).toBe('Third')
  })

  it('asks nothing when the others stored the same, and goes on with the new revision', async () => {
    const server = wardServer()
    const user = show(server)
    server.store({ ...initial, room: 'C' })
    await type(user, 'Room', 'C')
    await send(user)
    await waitFor(() => expect(server.save).toHaveBeenCalledTimes(2))
    expect(screen.queryByRole('dialog')).toBeNull()
    await type(user, 'Room', 'D')
    await send(user)
    await waitFor(() => expect(server.stored().room).toBe('D'))
    expect(server.reread).toHaveBeenCalledTimes(1)
  })

  it('saves nothing when the question is closed, and keeps what was typed', async () => {
    const server = wardServer()
    const user = show(server)
    server.store({ ...initial, room: 'B' })
    await type(user, 'Room', 'Z')
    await send(user)
    await user.click(within(await dialog()).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(server.stored().room).toBe('B')
    expect(screen.getByLabelText<HTMLInputElement>('Room').value).toBe('Z')
  })

  it('says so when what others stored cannot be read', async () => {
    const server = wardServer()
    const user = show(server)
    server.store({ ...initial, room: 'B' })
    server.reread.mockRejectedValueOnce(new Error('The server was not reached.'))
    await type(user, 'Room', 'Z')
    await send(user)
    expect(await screen.findByText('The server was not reached.')).toBeTruthy()
    expect(server.stored().room).toBe('B')
  })
})
