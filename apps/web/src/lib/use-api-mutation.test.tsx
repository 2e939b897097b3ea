import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { App, Button, ConfigProvider } from 'antd'
import { describe, expect, it, vi } from 'vitest'
import { type ApiMutation, useApiMutation } from './use-api-mutation.ts'
import { useConfirm } from './use-confirm.ts'

/** Shows a lamp whose state the server stores, and a button that switches it on. */
function showSwitch(
  mutation: Partial<ApiMutation<boolean, string>> & Pick<ApiMutation<boolean, string>, 'call'>,
) {
  const client = new QueryClient()
  const read = vi.fn(async () => 'off')
  const Switch = () => {
    const { data } = useQuery({ queryKey: ['lamp'], queryFn: read, staleTime: 60_000 })
    const change = useApiMutation<boolean, string>({ invalidates: [['lamp']], ...mutation })
    return (
      <Button onClick={() => change.mutate(true)} loading={change.isPending}>
        Lamp is {data}
      </Button>
    )
  }
  render(
    <QueryClientProvider client={client}>
      <App>
        <Switch />
      </App>
    </QueryClientProvider>,
  )
  const show = (state: string): void => void client.setQueryData(['lamp'], state)
  return { read, show }
}

describe('a mutating call', () => {
  it('shows its success and refetches the changed data', async () => {
    const { read } = showSwitch({ call: async () => 'Saved.', success: (answer) => answer })
    await screen.findByText('Lamp is off')
    read.mockResolvedValue('on')
    await userEvent.click(screen.getByRole('button'))
    await screen.findByText('Saved.')
    await screen.findByText('Lamp is on')
    expect(read).toHaveBeenCalledTimes(2)
  })

  it('shows its effect before the response, and reverts it on failure', async () => {
    let refuse = (_cause: Error): void => {}
    const call = () => new Promise<string>((_, reject) => (refuse = reject))
    const onFailure = vi.fn()
    const seen = showSwitch({
      call,
      onFailure,
      invalidates: [],
      optimistic: () => {
        seen.show('on')
        return () => seen.show('off')
      },
    })
    await screen.findByText('Lamp is off')
    await userEvent.click(screen.getByRole('button'))
    await screen.findByText('Lamp is on')
    refuse(new Error('Somebody holds the switch.'))
    await screen.findByText('Somebody holds the switch.')
    await screen.findByText('Lamp is off')
    expect(onFailure).toHaveBeenCalledTimes(1)
  })

  it('shows no message if a form shows it', async () => {
    const onFailure = vi.fn()
    showSwitch({ call: () => Promise.reject(new Error('No.')), failure: () => undefined, onFailure })
    await userEvent.click(await screen.findByText('Lamp is off'))
    await waitFor(() => expect(onFailure).toHaveBeenCalled())
    expect(screen.queryByText('No.')).toBeNull()
  })
})

describe('a confirmation of a destructive action', () => {
  it('acts only when confirmed by its verb, and focuses Cancel first', async () => {
    const remove = vi.fn()
    const Caller = () => {
      const confirm = useConfirm()
      const ask = (): void =>
        confirm({ title: 'Remove tag?', content: 'It is free then.', verb: 'Remove tag', onConfirm: remove })
      return <Button onClick={ask}>Remove</Button>
    }
    render(
      <ConfigProvider theme={{ token: { motion: false } }}>
        <App>
          <Caller />
        </App>
      </ConfigProvider>,
    )
    await userEvent.click(screen.getByRole('button', { name: 'Remove' }))
    const dialog = await screen.findByRole('dialog', { name: 'Remove tag?' })
    expect(within(dialog).getByText('It is free then.')).toBeTruthy()
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Cancel'))
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(remove).not.toHaveBeenCalled()
    await userEvent.click(screen.getByRole('button', { name: 'Remove' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Remove tag' }))
    await waitFor(() => expect(remove).toHaveBeenCalledTimes(1))
  })

  it('closes when the confirmed action fails; the caller shows the error', async () => {
    const remove = vi.fn(() => Promise.reject(new Error('No.')))
    const Caller = () => {
      const confirm = useConfirm()
      return (
        <Button
          onClick={() =>
            confirm({ title: 'Remove tag?', content: '', verb: 'Remove tag', onConfirm: remove })
          }
        >
          Remove
        </Button>
      )
    }
    render(
      <ConfigProvider theme={{ token: { motion: false } }}>
        <App>
          <Caller />
        </App>
      </ConfigProvider>,
    )
    await userEvent.click(screen.getByRole('button', { name: 'Remove' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Remove tag' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(remove).toHaveBeenCalledTimes(1)
  })
})
