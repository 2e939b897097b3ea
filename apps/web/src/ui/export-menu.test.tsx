import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { App } from 'antd'
import { afterEach, expect, it, vi } from 'vitest'
import { ExportMenu } from './export-menu.tsx'

const fileOf = (name: string) => ({
  key: name,
  label: `As ${name}`,
  name: `rows.${name}`,
  open: vi.fn(async () => new Response(name)),
})

afterEach(() => vi.restoreAllMocks())

it('downloads only the chosen file', async () => {
  const saved: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download)
  })
  const [csv, pdf] = [fileOf('csv'), fileOf('pdf')]
  render(
    <App>
      <ExportMenu label="Export" choices={[csv, pdf]} />
    </App>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Export' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'As pdf' }))
  await waitFor(() => expect(saved).toEqual(['rows.pdf']))
  expect(csv.open).not.toHaveBeenCalled()
  await screen.findByRole('button', { name: 'Export' })
})

it('stops on Cancel and saves no file', async () => {
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click')
  const choice = {
    ...fileOf('pdf'),
    open: (signal: AbortSignal) =>
      new Promise<Response>((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')))
      }),
  }
  render(
    <App>
      <ExportMenu label="Export" choices={[choice]} />
    </App>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Export' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'As pdf' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }))
  await screen.findByRole('button', { name: 'Export' })
  expect(saved).not.toHaveBeenCalled()
  expect(screen.queryByText('aborted')).toBeNull()
})

it('offers no export without data', () => {
  render(
    <App>
      <ExportMenu label="Export" choices={[fileOf('csv')]} disabledReason="Filter first" />
    </App>,
  )
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Export' })
  expect([button.disabled, button.title]).toEqual([true, 'Filter first'])
})
