import { render, screen, within } from '@testing-library/react'
import { Switch } from 'antd'
import { expect, it } from 'vitest'
import { PageToolbar } from './page-toolbar.tsx'
import { SettingRow, SettingsPage, SettingsSection } from './settings-page.tsx'

it('settings are in sections with headings, descriptions and buttons', () => {
  render(
    <SettingsPage>
      <SettingsSection
        title="Sign-in"
        description="Who may come in"
        footer={<button type="button">Save</button>}
      >
        <SettingRow label="Second factor">
          <Switch aria-label="Second factor" />
        </SettingRow>
      </SettingsSection>
      <SettingsSection title="Sessions">
        <p>Twelve hours</p>
      </SettingsSection>
    </SettingsPage>,
  )
  const section = screen.getByRole('region', { name: 'Sign-in' })
  expect(within(section).getByRole('heading', { level: 2 }).textContent).toBe('Sign-in')
  expect(within(section).getByText('Who may come in')).toBeTruthy()
  expect(within(section).getByRole('switch', { name: 'Second factor' })).toBeTruthy()
  expect(within(section).getByRole('button', { name: 'Save' })).toBeTruthy()
  const other = screen.getByRole('region', { name: 'Sessions' })
  expect(within(other).queryByRole('button')).toBeNull()
})

it('a toolbar has the choice of content before actions, and chips below both', () => {
  const { container } = render(
    <PageToolbar actions={<button type="button">Export</button>} chips={<p>Only pumps</p>}>
      <button type="button">List</button>
    </PageToolbar>,
  )
  expect(container.textContent).toBe('ListExportOnly pumps')
})
