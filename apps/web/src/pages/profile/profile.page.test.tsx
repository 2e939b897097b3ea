import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { RouterProvider } from 'react-router'
import { afterEach, describe, expect, it } from 'vitest'
import { createConsoleRouter } from '../../app/router.tsx'
import { chooseLanguage } from '../../lib/i18n/i18n.ts'
import { session } from '../../lib/session/index.ts'
import { fakeServer } from '../../testing/fake-server.ts'
import { warmUp } from '../../testing/warm-up.ts'

warmUp()

describe('the language in the profile', () => {
  afterEach(() => chooseLanguage('en-GB'))

  it('changes the whole console immediately, keeps the page and is remembered', async () => {
    fakeServer({
      '/api/config/isConfigured': () => ({ config: 1 }),
      '/api/privilege/getAllowedRoutes': () => ({ allowedRoutes: ['/devices'] }),
      '/api/user/patientDataAccess': () => ({ patientDataAccess: false }),
      '/assets/lang/en-GB.json': () => ({ pages: { profile: { title: 'My Profile', help: 'Help.' } } }),
      '/assets/lang/de.json': () => ({ pages: { profile: { title: 'Mein Profil', help: 'Hilfe.' } } }),
    })
    session.start({ AccessToken: 'token', userName: 'm.okafor', sessionId: 's-1' })
    window.location.hash = '/profile'
    render(<RouterProvider router={createConsoleRouter()} />)
    const user = userEvent.setup()
    await user.click(await screen.findByRole('combobox', { name: 'Language' }))
    await user.click(await screen.findByTitle('Deutsch'))
    expect(await screen.findByRole('heading', { name: 'Passwort ändern' })).toBeTruthy()
    expect(await screen.findByRole('heading', { name: 'Mein Profil' })).toBeTruthy()
    expect(document.documentElement.lang).toBe('de')
    expect(localStorage.getItem('wardtrack.language')).toBe('de')
    expect(window.location.hash).toBe('#/profile')
    await waitFor(() => expect(screen.getByRole('combobox', { name: 'Sprache' })).toBeTruthy())
  })
})
