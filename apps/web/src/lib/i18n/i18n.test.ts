import { afterEach, describe, expect, it } from 'vitest'
import { dateTime } from '../time.ts'
import { compareNames, formatBytes, formatMetres, formatNumber, formatPercent } from './formats.ts'
import { chooseLanguage, currentLanguage, i18n, loadTexts, translate } from './i18n.ts'
import { serverText } from './server-text.ts'

describe('the texts of the console', () => {
  afterEach(() => chooseLanguage('en-GB'))

  it("are in the browser's language without a choice", () => {
    expect(currentLanguage()).toBe('en-GB')
    expect(document.documentElement.lang).toBe('en-GB')
    expect(translate('common:age.ago', { span: '4 min' })).toBe('4 min ago')
  })

  it('follow the choice, which the browser stores, with all texts in use', async () => {
    await loadTexts(['profile'])
    await chooseLanguage('de')
    expect(document.documentElement.lang).toBe('de')
    expect(localStorage.getItem('wardtrack.language')).toBe('de')
    expect(translate('profile:language')).toBe('Sprache')
    await chooseLanguage('browser')
    expect(translate('profile:language')).toBe('Language')
    expect(localStorage.getItem('wardtrack.language')).toBeNull()
  })

  it('report texts that cannot be fetched', async () => {
    await expect(loadTexts(['nothing' as 'profile'])).rejects.toThrow('There are no texts nothing in en-GB.')
    i18n.removeResourceBundle('en-GB', 'nothing')
  })

  it('contain the exact messages in English and translate the messages of services', async () => {
    expect(translate('messages:routeUnknown')).toBe('route does not exixt!!')
    expect(serverText('Geofence Saved!')).toBe('Geofence Saved!')
    await chooseLanguage('es')
    expect(serverText('Geofence Saved!')).toBe('¡Geocerca guardada!')
    expect(serverText('Disk 7 is full.')).toBe('Disk 7 is full.')
    expect(serverText('The server could not be reached.')).toBe('No se ha podido conectar con el servidor.')
    expect(serverText('The server answered with status 502.')).toBe(
      'El servidor ha respondido con el estado 502.',
    )
  })

  it('format dates and numbers in each language', async () => {
    const time = new Date(2026, 2, 9, 4, 5, 6).getTime()
    expect(dateTime(time)).toBe('03/09/2026, 04:05:06')
    expect(formatNumber(482, 1)).toBe('482.0')
    await chooseLanguage('de')
    expect(dateTime(time)).toBe('09.03.2026, 04:05:06')
    expect(formatNumber(1234.5, 1)).toBe('1.234,5')
    await chooseLanguage('es')
    expect(dateTime(time)).toBe('09/03/2026, 04:05:06')
  })

  it('format lengths, file sizes and percentages in each language', async () => {
    expect([0, -2_000_000, 1.5 * 1024 ** 3, 2 * 1024 ** 4].map(formatBytes)).toEqual([
      '0 kB',
      '−1.9 MB',
      '1.5 GB',
      '2.0 TB',
    ])
    expect([formatMetres(12.4), formatBytes(1_500_000), formatBytes(1), formatPercent(0.4)]).toEqual([
      '12.4 m',
      '1.4 MB',
      '1 kB',
      '40%',
    ])
    await chooseLanguage('de')
    expect([formatMetres(12.4), formatBytes(1_500_000), formatPercent(0.4)]).toEqual([
      '12,4 m',
      '1,4 MB',
      '40\u00a0%',
    ])
  })

  it('sort names in the order of each language, and numbers in names by value', async () => {
    expect(['Room 3.10', 'room 3.9', 'Ñandú', 'Nz'].sort(compareNames)).toEqual([
      'Ñandú',
      'Nz',
      'room 3.9',
      'Room 3.10',
    ])
    await chooseLanguage('es')
    expect(['Ñandú', 'Nz'].sort(compareNames)).toEqual(['Nz', 'Ñandú'])
  })
})
