import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createRef } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { LateMenu } from './late-menu.tsx'

const items = [
  { key: 'profile', label: 'My Profile' },
  { key: 'logout', label: 'Log Out' },
]

describe('a menu that is loaded when it is opened', () => {
  it('takes a focus that came before it was loaded, and reports the chosen item', async () => {
    const menu = createRef<{ focus: () => void }>()
    const choose = vi.fn<(key: string) => void>()
    render(<LateMenu ref={menu} items={items} onClick={({ key }) => choose(key)} />)
    expect(screen.queryByRole('menu')).toBeNull()
    menu.current?.focus()
    const first = await screen.findByRole('menuitem', { name: 'My Profile' })
    await waitFor(() => expect(document.activeElement).toBe(first))
    await userEvent.click(screen.getByRole('menuitem', { name: 'Log Out' }))
    expect(choose).toHaveBeenCalledExactlyOnceWith('logout')
  })

  it('leaves the focus in place without a request for it', async () => {
    render(<LateMenu items={items} />)
    await screen.findByRole('menuitem', { name: 'My Profile' })
    expect(document.activeElement).toBe(document.body)
  })

  it('takes the focus immediately when it is loaded', async () => {
    const menu = createRef<{ focus: () => void }>()
    render(<LateMenu ref={menu} items={items} />)
    const first = await screen.findByRole('menuitem', { name: 'My Profile' })
    menu.current?.focus()
    expect(document.activeElement).toBe(first)
  })
})
