import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Settings } from 'lucide-react'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { MenuGroup } from './menu-entries.ts'
import { GroupFlyout } from './menu-lines.tsx'
import { moveFocus } from './side-menu.tsx'

const group: MenuGroup = {
  label: 'menu.settings',
  Icon: Settings,
  links: [
    { label: 'menu.users', to: 'admin-config' },
    { label: 'menu.privileges', to: 'privilege-settings' },
    { label: 'menu.errorLogs', to: 'error-logs' },
  ],
}

const Address = () => <output>{useLocation().pathname}</output>

const button = (): HTMLElement => screen.getByRole('button', { name: 'Settings' })
const keyCodes = { Enter: 13, Escape: 27, ArrowLeft: 37, ArrowUp: 38, ArrowDown: 40 }

/** Presses a key. The menu reads key codes, which user-event leaves out. */
const press = (key: keyof typeof keyCodes): void =>
  void fireEvent.keyDown(document.activeElement as Element, { key, keyCode: keyCodes[key] })

/** Returns the name of the menu item with the focus, which may be on its link. */
const focused = (): string | null | undefined =>
  document.activeElement?.closest('[role="menuitem"]')?.textContent
const focuses = (name: string) => waitFor(() => expect(focused()).toBe(name))
const address = (): string | null => screen.getByRole('status').textContent

async function openByKeyboard(key: string) {
  const user = userEvent.setup()
  render(
    <MemoryRouter initialEntries={['/dashboard']}>
      <nav onKeyDown={moveFocus}>
        <GroupFlyout group={group} />
        <button type="button" data-menu-line>
          Next line
        </button>
      </nav>
      <Address />
    </MemoryRouter>,
  )
  button().focus()
  await user.keyboard(key)
  await focuses('Users')
}

describe('a group of the collapsed menu', () => {
  beforeEach(() => {
    // Arrow keys skip elements without layout, and jsdom has no layout.
    vi.spyOn(HTMLElement.prototype, 'offsetParent', 'get').mockReturnValue(document.body)
  })
  afterEach(() => vi.restoreAllMocks())

  it.each(['{Enter}', ' ', '{ArrowRight}'])(
    'opens by the key %s with the focus on its first item',
    async (key) => {
      await openByKeyboard(key)
      expect(button().getAttribute('aria-expanded')).toBe('true')
      expect(button().getAttribute('aria-haspopup')).toBe('menu')
    },
  )

  it('moves with the arrow keys, wraps at its ends, and stays inside the group', async () => {
    await openByKeyboard('{Enter}')
    press('ArrowDown')
    await focuses('Privileges')
    press('ArrowDown')
    await focuses('Error Logs')
    press('ArrowDown')
    await focuses('Users')
    press('ArrowUp')
    await focuses('Error Logs')
    expect(button().getAttribute('aria-expanded')).toBe('true')
  })

  it.each(['Escape', 'ArrowLeft'] as const)(
    'closes by the key %s and returns the focus to its button',
    async (key) => {
      await openByKeyboard('{Enter}')
      press(key)
      expect(document.activeElement).toBe(button())
      expect(button().getAttribute('aria-expanded')).toBe('false')
      expect(address()).toBe('/dashboard')
    },
  )

  it('opens the page of an item by Enter, and keeps the focus on its button', async () => {
    await openByKeyboard('{Enter}')
    press('ArrowDown')
    await focuses('Privileges')
    press('Enter')
    expect(address()).toBe('/privilege-settings')
    expect(document.activeElement).toBe(button())
    expect(button().getAttribute('aria-expanded')).toBe('false')
  })
})
