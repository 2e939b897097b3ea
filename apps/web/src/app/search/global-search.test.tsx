import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from '../../lib/query-client.ts'
import { refusal, type SeenRequest } from '../../testing/fake-server.ts'
import { openConsole, pumpHospital, signIn } from '../../testing/pump-hospital.tsx'
import { samplePump } from '../../testing/sample-assets.ts'
import { warmUp } from '../../testing/warm-up.ts'
import { found } from './testing/found-locations.ts'

const EVERY_PAGE = [
  '/devices',
  '/asset-detail',
  '/hierarchy-list-two',
  '/geofencing',
  '/geofencelist',
  '/geofence-alerts',
  '/geofence-alert',
  '/device-import',
]

const patient = samplePump({ AssetType: 'Patient', AssetId: 'PT-1', Fields: { AssetName: 'Icurina Doe' } })

function hospital(pages: readonly string[] = EVERY_PAGE) {
  const server = pumpHospital([...pages])
  server.handlers['/location/api/location.search'] = () => found
  const opened: string[] = []
  vi.stubGlobal('open', (href: string) => opened.push(href))
  return { ...server, opened }
}

const box = () => screen.findByRole('combobox', { name: 'Search everything' })
/** Finds hits by their text. Without layout, jsdom puts spaces around each mark in accessible names. */
const hits = (pattern: RegExp) =>
  screen.queryAllByRole('option').filter(({ textContent }) => pattern.test(textContent))
const findHit = (pattern: RegExp) =>
  waitFor(() => {
    const [hit] = hits(pattern)
    if (!hit) throw new Error(`no hit ${pattern}`)
    return hit
  })
const noteText = () => within(screen.getByRole('dialog')).getByRole('status').textContent
/** Waits for all hits of `icu`; assets and places come in separate responses. */
const findsAll = () => waitFor(() => expect(noteText()).toBe('5 results'))
const dialogIsGone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
const activeText = (): string | null | undefined => {
  const input = screen.getByRole('combobox', { name: 'Search everything' })
  const id = input.getAttribute('aria-activedescendant')
  return id === null ? undefined : document.getElementById(id)?.textContent
}
const searchedFor = (seen: readonly SeenRequest[]) =>
  seen.map(
    ({ body }) => (body as { text?: string; search?: string }).text ?? (body as { search: string }).search,
  )

warmUp()
beforeEach(() => {
  queryClient.clear()
  localStorage.clear()
  signIn()
})

async function openSearch(): Promise<HTMLElement> {
  await screen.findByRole('link', { name: 'Infusion Pump 0412' })
  await userEvent.keyboard('{Control>}k{/Control}')
  return box()
}

describe('the global search', () => {
  it('finds assets, places, geofences, alerts, pages and actions, each under its heading', async () => {
    const server = hospital()
    openConsole('/devices')
    await userEvent.type(await openSearch(), 'icu')
    await findsAll()
    const headings = screen.getAllByRole('group').map((group) => {
      const heading = document.getElementById(group.getAttribute('aria-labelledby') ?? '')
      return [heading?.textContent, within(group).getAllByRole('option').length]
    })
    expect(headings).toEqual([
      ['Assets', 3],
      ['Places', 2],
      ['Geofences', 1],
      ['Alerts', 1],
    ])
    expect(server.to('/location/api/location.search').at(-1)?.body).toEqual({ text: 'icu' })
    expect(server.to('/api/assets.filter').at(-1)?.body).toEqual({ search: 'ICU' })
    const marked = [...document.querySelectorAll('[role="option"] mark')].map(
      ({ textContent }) => textContent,
    )
    expect(new Set(marked)).toEqual(new Set(['ICU']))
  })

  it('opens the right address for each kind of hit and each list', async () => {
    hospital()
    openConsole('/devices')
    await userEvent.type(await openSearch(), 'icu')
    await findsAll()
    const hrefOf = async (name: RegExp) =>
      decodeURIComponent((await findHit(name)).getAttribute('href') ?? '')
    expect(await hrefOf(/^Infusion Pump 0412/)).toBe('#/asset-detail;type=Equipment;id=IP-0412')
    expect(await hrefOf(/^ICU West/)).toBe(
      '#/devices?filter={"CurrentLocation.fullPath":["Northfield","Tower+A","ICU+West"]}',
    )
    expect(await hrefOf(/^ICU exitSafe · Switched off/)).toBe('#/geofencing/m1?fence=f-1')
    expect(await hrefOf(/left ICU exit/)).toBe('#/geofence-alert/a-1')
    expect(await hrefOf(/^Show all 11 assets/)).toContain(
      '#/devices?search=icu&filter={"AssetType":["Equipment"',
    )
    expect(await hrefOf(/^Show all places/)).toBe('#/hierarchy-list-two?search=icu')
  })

  it('moves with the keys, and closes by Escape once the text is cleared', async () => {
    hospital()
    openConsole('/devices')
    const input = await openSearch()
    await userEvent.type(input, 'icu')
    await findsAll()
    expect(activeText()).toMatch(/^Infusion Pump 0412/)
    await userEvent.keyboard('{ArrowDown}')
    expect(activeText()).toMatch(/^Infusion Pump 0388/)
    await userEvent.keyboard('{End}')
    expect(activeText()).toMatch(/left ICU exit/)
    await userEvent.keyboard('{ArrowDown}')
    expect(activeText()).toMatch(/^Infusion Pump 0412/)
    await userEvent.keyboard('{ArrowUp}{Home}')
    expect(activeText()).toMatch(/^Infusion Pump 0412/)
    expect(document.activeElement).toBe(input)
    await userEvent.keyboard('{Escape}')
    expect((input as HTMLInputElement).value).toBe('')
    await userEvent.keyboard('{Escape}')
    await dialogIsGone()
  })

  it('opens an asset in a new tab and a place in the same tab', async () => {
    const { opened } = hospital()
    openConsole('/devices')
    await userEvent.type(await openSearch(), 'icu')
    await findHit(/left ICU exit/)
    await userEvent.keyboard('{Enter}')
    await dialogIsGone()
    expect(opened).toEqual(['#/asset-detail;type=Equipment;id=IP-0412'])
    await userEvent.keyboard('/')
    await userEvent.type(await box(), 'icu')
    await userEvent.click(await findHit(/^ICU West/))
    await waitFor(() => expect(decodeURIComponent(window.location.hash)).toContain('"ICU+West"'))
    expect(opened).toHaveLength(1)
  })

  it('waits on Enter for the results of the typed text, as after a scanner', async () => {
    const { opened, handlers, to } = hospital()
    openConsole('/devices')
    const input = await openSearch()
    let answer = (): void => undefined
    handlers['/api/assets.filter'] = async () => {
      await new Promise<void>((resolve) => (answer = resolve))
      return { assets: [samplePump()], maxAssets: 1 }
    }
    await userEvent.type(input, 'device{Enter}')
    await findHit(/^Devices/)
    await findHit(/^ICU West/)
    expect(opened).toEqual([])
    expect(noteText()).toBe('Searching…')
    await waitFor(() => expect(searchedFor(to('/api/assets.filter')).at(-1)).toBe('DEVICE'))
    act(() => answer())
    await waitFor(() => expect(opened).toEqual(['#/asset-detail;type=Equipment;id=IP-0412']))
  })

  it('searches on the server when typing pauses, and aborts earlier searches', async () => {
    const { handlers, to } = hospital()
    const aborted: string[] = []
    openConsole('/devices')
    const input = await openSearch()
    const original = globalThis.fetch
    vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
      if (url.includes('location.search'))
        init.signal?.addEventListener('abort', () => aborted.push(init.body as string))
      return original(url, init)
    })
    handlers['/location/api/location.search'] = ({ body }) =>
      (body as { text: string }).text === 'ward' ? new Promise<object>(() => undefined) : found
    await userEvent.type(input, 'ward')
    await waitFor(() => expect(searchedFor(to('/location/api/location.search')).at(-1)).toBe('ward'))
    await userEvent.type(input, ' 4')
    await waitFor(() => expect(searchedFor(to('/location/api/location.search')).at(-1)).toBe('ward 4'))
    expect(aborted).toContain('{"text":"ward"}')
    await findHit(/^ICU West/)
  })

  it('finds pages and actions by names and synonyms, and runs the chosen action', async () => {
    hospital()
    openConsole('/devices')
    await userEvent.type(await openSearch(), 'night')
    await userEvent.click(await findHit(/^Use the dark theme$/))
    await waitFor(() => expect(document.documentElement.dataset['scheme']).toBe('dark'))
    await userEvent.keyboard('/')
    await userEvent.type(await box(), 'upload')
    await findHit(/^Import data$/)
    await userEvent.clear(await box())
    await userEvent.type(await box(), 'closest')
    const nearest = await findHit(/^Find nearest equipment$/)
    expect(nearest.getAttribute('href')).toBe('#/devices/nearest')
    await userEvent.clear(await box())
    await userEvent.type(await box(), 'geofence li')
    const page = await findHit(/^Geofence List/)
    expect(page.getAttribute('href')).toBe('#/geofencelist')
    expect(page.textContent).toBe('Geofence ListSettings')
  })
})

describe('the search of a user with limited access', () => {
  it('shows and requests only what the user may open', async () => {
    const server = hospital(['/devices'])
    openConsole('/devices')
    const input = await openSearch()
    await userEvent.type(input, 'a')
    expect(hits(/^Import data$/)).toEqual([])
    expect(hits(/^Add a notification rule$/)).toEqual([])
    // Pasting avoids a pause between two letters, which would start a search.
    await userEvent.paste('le')
    await screen.findByText('Infusion Pump 0412', { selector: '[role="option"] *' })
    expect(hits(/^ICU exit/)).toEqual([])
    expect(hits(/left ICU exit/)).toEqual([])
    expect(hits(/^Show all places/)).toEqual([])
    expect(server.to('/location/api/location.search')).toHaveLength(1)
  })

  it('is not sent to the server if the user may open no page of its results', async () => {
    const server = hospital(['/error-logs'])
    openConsole('/profile')
    await screen.findByRole('navigation', { name: 'Main' })
    await userEvent.click(screen.getByRole('button', { name: 'Search everything' }))
    await userEvent.type(await box(), 'error')
    await findHit(/^Error Logs/)
    expect(server.to('/location/api/location.search')).toEqual([])
    expect(server.to('/api/assets.filter')).toEqual([])
  })

  it('remembers opened hits, but never typed text, patients or alerts', async () => {
    const { handlers } = hospital()
    handlers['/api/assets.filter'] = () => ({ assets: [patient, samplePump()], maxAssets: 2 })
    openConsole('/devices')
    await screen.findByText('Live', { selector: 'header *' })
    for (const name of [/^Icurina Doe/, /left ICU exit/, /^Infusion Pump 0412/, /^ICU West/]) {
      await userEvent.keyboard('{Control>}k{/Control}')
      await userEvent.type(await box(), 'icurina')
      await userEvent.click(await findHit(name))
      await dialogIsGone()
    }
    await userEvent.keyboard('{Control>}k{/Control}')
    await box()
    const group = await screen.findByRole('group', { name: 'Recently opened' })
    expect(
      within(group)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['ICU WestNorthfield > Tower A', expect.stringMatching(/^Infusion Pump 0412/)])
    const stored = Object.entries(localStorage).filter(([key]) => key.includes('opened'))
    expect(stored.map(([key]) => key)).toEqual(['wardtrack.opened-hits.m.okafor'])
    expect(JSON.stringify(stored)).not.toMatch(/doe|icurina|exit/i)
  })
})

describe('a search without hits', () => {
  it('shows the searched areas, and clears the text on request', async () => {
    const { handlers } = hospital()
    handlers['/location/api/location.search'] = () => ({ places: { hits: [], more: false } })
    handlers['/api/assets.filter'] = () => ({ assets: [], maxAssets: 0 })
    openConsole('/devices')
    await screen.findByText('Live', { selector: 'header *' })
    await userEvent.keyboard('{Control>}k{/Control}')
    const input = await box()
    await userEvent.type(input, 'zzz')
    await screen.findByText('Nothing matches “zzz”')
    await userEvent.click(screen.getByRole('button', { name: 'Clear the search' }))
    expect((input as HTMLInputElement).value).toBe('')
    await findHit(/^Log out$/)
  })

  it("shows the server's refusal, keeps pages and actions, and offers a retry", async () => {
    const { handlers } = hospital()
    handlers['/location/api/location.search'] = () => refusal(403, 'forbidden', 'No.')
    openConsole('/devices')
    await userEvent.type(await openSearch(), 'device')
    await screen.findByText('Assets, places, geofences and alerts could not be searched.')
    await findHit(/^Devices/)
    handlers['/location/api/location.search'] = () => found
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    await findHit(/^ICU West/)
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
  })
})
