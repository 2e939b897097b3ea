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

/** Creates a server with a ward that several people edit. */
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

describe('a form for a record that somebody else has changed meanwhile', () => {
  it('shows the differences field by field, and saves the chosen values', async () => {
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
    // By default, edited fields keep the edit, and other fields take the stored value.
    expect(within(name).getByRole<HTMLInputElement>('radio', { name: /Keep mine/ }).checked).toBe(true)
    expect(
      within(await choice('Room')).getByRole<HTMLInputElement>('radio', { name: /Take theirs/ }).checked,
    ).toBe(true)
    await user.click(within(await choice('Open')).getByRole('radio', { name: /Keep mine/ }))
    await user.click(screen.getByRole('button', { name: 'Save selection' }))
    await waitFor(() => expect(server.stored()).toEqual({ name: 'First ward', room: 'B', open: false }))
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Room').value).toBe('B'))
  })

  it('asks again if the record changed before the choice was saved', async () => {
    const server = wardServer()
    const user = show(server)
    server.store({ ...initial, name: 'Second' })
    await type(user, 'Name', 'Mine')
    await send(user)
    await choice('Name')
    server.store({ ...initial, name: 'Third' })
    await user.click(screen.getByRole('button', { name: 'Save selection' }))
    await waitFor(async () => expect(within(await choice('Name')).getByText('Third')).toBeTruthy())
    await user.click(within(await choice('Name')).getByRole('radio', { name: /Take theirs/ }))
    await user.click(screen.getByRole('button', { name: 'Save selection' }))
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Third'))
    expect(server.stored().name).toBe('Third')
  })

  it('does not ask if others stored the same values, and continues with the new revision', async () => {
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

  it('saves nothing when the dialog is closed, and keeps the input', async () => {
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

  it('shows a message if the stored record cannot be read', async () => {
    const server = wardServer()
    const user = show(server)
    server.store({ ...initial, room: 'B' })
    server.reread.mockRejectedValueOnce(new Error('The server could not be reached.'))
    await type(user, 'Room', 'Z')
    await send(user)
    expect(await screen.findByText('The server could not be reached.')).toBeTruthy()
    expect(server.stored().room).toBe('B')
  })
})
