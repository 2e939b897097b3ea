import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { calls } from '@wardtrack/contracts'
import { App, Input, Radio } from 'antd'
import { act } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { CallError } from '../../lib/api.ts'
import { liveStream } from '../../lib/live/index.ts'
import { fakeServer } from '../../testing/fake-server.ts'
import { AppField, AppForm, FormDialog, SubmitButton, useAppForm } from './index.ts'
import type { FormOptions } from './use-app-form.ts'

interface Tag {
  readonly name: string
  readonly room: string
  readonly kind: 'loan' | 'own' | undefined
}

const initial: Tag = { name: '', room: '', kind: undefined }
const missing = (text: string | undefined, message: string): string | undefined =>
  text?.trim() ? undefined : message
const check = ({ name, kind }: Tag) => ({
  name: missing(name, 'Please name the tag'),
  kind: missing(kind, 'Which kind?'),
})

function Fields() {
  return (
    <>
      <AppField name="name" label="Name" required>
        <Input />
      </AppField>
      <AppField name="room" label="Room" help="Where it hangs">
        <Input />
      </AppField>
      <AppField name="kind" label="Kind" group>
        <Radio.Group options={['loan', 'own']} />
      </AppField>
    </>
  )
}

function show(options: Partial<FormOptions<Tag>> = {}) {
  const onSubmit = vi.fn<(values: Tag) => unknown>(async () => undefined)
  const Form = () => {
    const state = useAppForm<Tag>({ initial, check, onSubmit, ...options })
    return (
      <AppForm state={state} label="Tag">
        <Fields />
        <SubmitButton>Add tag</SubmitButton>
      </AppForm>
    )
  }
  render(
    <App>
      <Form />
    </App>,
  )
  return { onSubmit, user: userEvent.setup(), send: screen.getByRole('button', { name: 'Add tag' }) }
}
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)

describe('a form', () => {
  it('connects label, control, help and error, and does not require empty fields before sending', async () => {
    const { user } = show()
    await user.click(field('Name'))
    await user.tab()
    expect(screen.queryByText('Please name the tag')).toBeNull()
    await user.type(field('Name'), ' ')
    await user.tab()
    const error = await screen.findByText('Please name the tag')
    const described = field('Name').getAttribute('aria-describedby') ?? ''
    expect(error.closest(`[id="${described}"]`)).toBeTruthy()
    expect(field('Name').getAttribute('aria-invalid')).toBe('true')
    expect(screen.getByText('Where it hangs')).toBeTruthy()
    expect(screen.getByRole('group', { name: 'Kind' })).toBeTruthy()
  })

  it('sends no invalid values, and focuses the first error', async () => {
    const onInvalid = vi.fn()
    const { user, send, onSubmit } = show({ onInvalid })
    await user.click(send)
    await screen.findByText('Please name the tag')
    expect(screen.getByText('Which kind?')).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(field('Name')))
    expect(onInvalid).toHaveBeenCalledTimes(1)
    expect(onSubmit).not.toHaveBeenCalled()
    await user.type(field('Name'), 'Loan pool')
    await waitFor(() => expect(screen.queryByText('Please name the tag')).toBeNull())
    expect(screen.getByText('Which kind?')).toBeTruthy()
    await user.click(screen.getByLabelText('loan'))
    await user.click(send)
    await waitFor(() => expect(onSubmit).toHaveBeenCalledWith({ name: 'Loan pool', room: '', kind: 'loan' }))
  })

  it("shows the server's errors at their fields until these change", async () => {
    const refused = new CallError(400, {
      code: 'validation',
      message: 'Not valid.',
      errors: [{ path: 'Fields.Name', message: 'Taken already' }],
    })
    const { user, send, onSubmit } = show({
      initial: { name: 'Loan', room: '3.07', kind: 'loan' },
      fieldOf: (path) => (path === 'Fields.Name' ? 'name' : undefined),
    })
    onSubmit.mockRejectedValueOnce(refused)
    await user.click(send)
    await screen.findByText('Taken already')
    expect(screen.queryByRole('alert', { name: /Not valid/ })).toBeNull()
    expect(screen.queryByText('Not valid.')).toBeNull()
    await user.type(field('Room'), '8')
    expect(screen.getByText('Taken already')).toBeTruthy()
    await user.type(field('Name'), ' 2')
    await waitFor(() => expect(screen.queryByText('Taken already')).toBeNull())
    await user.click(send)
    await waitFor(() => expect(onSubmit).toHaveBeenCalledTimes(2))
  })

  it('is sent once by two clicks before it shows that it is being sent', async () => {
    const { user, onSubmit } = show()
    await user.type(field('Name'), 'Loan pool')
    await user.click(screen.getByLabelText('loan'))
    const form = screen.getByRole('form', { name: 'Tag' })
    fireEvent.submit(form)
    fireEvent.submit(form)
    await waitFor(() => expect(onSubmit).toHaveBeenCalled())
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)))
    expect(onSubmit).toHaveBeenCalledTimes(1)
  })

  it('shows a general failure above the form until the next try', async () => {
    const { user, send, onSubmit } = show({ initial: { name: 'Loan', room: '', kind: 'own' } })
    onSubmit.mockRejectedValueOnce(new Error('The server could not be reached.'))
    await user.click(send)
    const alert = await screen.findByText('The server could not be reached.')
    expect(alert.closest('[role="alert"]')).toBeTruthy()
    await user.click(send)
    await waitFor(() => expect(screen.queryByText('The server could not be reached.')).toBeNull())
    expect(onSubmit).toHaveBeenCalledTimes(2)
  })

  it('checks the body against the contract before sending', async () => {
    const { user, send, onSubmit } = show({
      initial: { name: 'Loan', room: 'new password with  two spaces', kind: 'own' },
      contract: {
        shape: async () => calls.changePassword.shapes.body,
        bodyOf: ({ name, room }) => ({ currentPassword: name, newPassword: room }),
      },
      fieldOf: (path) => (path === 'newPassword' ? 'room' : 'name'),
    })
    await user.click(send)
    await screen.findByText('Space not allowed.')
    expect(onSubmit).not.toHaveBeenCalled()
    await user.clear(field('Room'))
    await user.type(field('Room'), 'a good long password')
    await user.click(send)
    await waitFor(() => expect(onSubmit).toHaveBeenCalledTimes(1))
  })

  it('cannot be sent while the server is unreachable, and shows the reason', async () => {
    fakeServer({})
    const { user, send, onSubmit } = show({ initial: { name: 'Loan', room: '', kind: 'own' } })
    act(() => liveStream.start())
    await waitFor(() => expect(send).toHaveProperty('disabled', true))
    expect(send.title).toBe('Connection lost: changes are possible once it is back')
    await user.type(field('Name'), '{Enter}')
    act(() => liveStream.stop())
    await waitFor(() => expect(send).toHaveProperty('disabled', false))
    expect(onSubmit).not.toHaveBeenCalled()
  })
})

describe('a form in a dialog', () => {
  it("is sent by the dialog's button and by Enter", async () => {
    const onSubmit = vi.fn<(values: Tag) => unknown>()
    const onClose = vi.fn()
    const Dialog = () => {
      const state = useAppForm<Tag>({ initial: { ...initial, kind: 'own' }, check, onSubmit })
      return (
        <FormDialog state={state} title="Which tag?" verb="Add tag" onClose={onClose}>
          <Fields />
        </FormDialog>
      )
    }
    render(
      <App>
        <Dialog />
      </App>,
    )
    const user = userEvent.setup()
    await user.click(screen.getByRole('button', { name: 'Add tag' }))
    await screen.findByText('Please name the tag')
    await user.type(field('Name'), 'Loan{Enter}')
    await waitFor(() => expect(onSubmit).toHaveBeenCalledWith({ name: 'Loan', room: '', kind: 'own' }))
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(onClose).toHaveBeenCalledTimes(1)
  })
})
