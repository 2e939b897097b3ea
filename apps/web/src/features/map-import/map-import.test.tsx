import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { App } from 'antd'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { accessQuery } from '../../lib/access.ts'
import { queryClient } from '../../lib/query-client.ts'
import { stubCanvases } from '../../map-engine/testing/fake-canvas.ts'
import { fakeServer, refusal } from '../../testing/fake-server.ts'
import { fakeUploads } from '../../testing/fake-upload.ts'
import { MapImport } from './map-import.tsx'

const UPLOAD = '/location/api/hierarchy/map.uploadMap'
const map = { mapId: 'm1', name: 'Level 1', xDimension: 50, yDimension: 30, width: 1000, height: 600 }
const stored = { ...map, refName: '', source: 'upload', dimensionsAssumed: false }

/** Creates a hospital with one place; `mapId` names its map. */
function hospital(mapId: string | null) {
  const place = {
    _id: 'n1',
    hierarchyId: 'n1',
    mapId,
    fullName: ['North', 'Level 1'],
    fullDisplayName: 'North>Level 1',
  }
  return fakeServer({
    '/location/api/hierarchy/getLocationHierarchyById/n1': () => ({ data: place }),
    '/location/api/location.getMap/m1': () => stored,
    '/var/uploads/images/Maps/m1.jpg': () => new Response('jpeg'),
    [UPLOAD]: () => ({ err: 0, message: 'Map imported.', status: 200, data: stored }),
  })
}

function open() {
  queryClient.setQueryData(accessQuery().queryKey, {
    configured: true,
    allowedRoutes: ['/map-import', '/view-map', '/hierarchy-list-two'],
    patientDataAccess: false,
  })
  return render(
    <QueryClientProvider client={queryClient}>
      <App>
        <MemoryRouter>
          <MapImport hierarchyId="n1" />
        </MemoryRouter>
      </App>
    </QueryClientProvider>,
  )
}

const png = (name = 'plan.png') =>
  new File([Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2])], name, {
    type: 'image/png',
  })
const field = () => screen.findByLabelText<HTMLInputElement>(/^Choose an(other)? image/)
const width = () => screen.findByLabelText<HTMLInputElement>('Width in metres')
const height = () => screen.findByLabelText<HTMLInputElement>('Height in metres')
const send = () => screen.findByRole('button', { name: /Import map/ })

describe('importing a map', () => {
  let restoreCanvases = () => {}
  beforeEach(() => {
    queryClient.clear()
    restoreCanvases = stubCanvases()
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1000)
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600)
    vi.stubGlobal('createImageBitmap', async () => ({ width: 2000, height: 1000, close: () => undefined }))
  })
  afterEach(() => {
    restoreCanvases()
    vi.restoreAllMocks()
    vi.useRealTimers()
  })

  it('sends the image with its real size, and shows progress and links to continue', async () => {
    const server = hospital(null)
    const uploads = fakeUploads()
    open()
    expect(await screen.findByText('No map image yet')).toBeTruthy()
    expect((await send()).hasAttribute('disabled')).toBe(true)
    const user = userEvent.setup()
    await user.upload(await field(), png())
    await screen.findByText(/2000 × 1000 px/)
    await user.click(await screen.findByLabelText('Same scale across and down'))
    await user.type(await width(), '62,5')
    await user.click(await send())
    expect(await screen.findAllByText('How many metres?')).toHaveLength(1)
    expect(uploads).toHaveLength(0)
    await user.click(await screen.findByLabelText('Same scale across and down'))
    expect((await height()).value).toBe('31.25')
    await user.click(await send())
    await waitFor(() => expect(uploads).toHaveLength(1))
    act(() => uploads[0]?.progress(0.42))
    expect(await screen.findByText('42 %')).toBeTruthy()
    act(() => uploads[0]?.progress(1))
    expect(await screen.findByText('Storing…')).toBeTruthy()
    await act(async () => uploads[0]?.arrive())
    await screen.findByText('Map imported.')
    expect(server.to(UPLOAD)[0]?.body).toEqual({
      hierarchyId: 'n1',
      mapData: { xDimension: 62.5, yDimension: 31.25, edgeTolerance: 1, source: 'upload' },
      imgData: { img: 'data:image/png;base64,iVBORw0KGgoBAg==', fileName: 'plan.png' },
    })
    expect(screen.getByRole('link', { name: 'View map' }).getAttribute('href')).toBe('#/view-map/n1')
    expect(screen.getByRole('link', { name: 'Hierarchy and maps' })).toBeTruthy()
  })

  it('accepts an image without sizes, shows the assumed size, and allows entering it afterwards', async () => {
    const server = hospital(null)
    const assumed = { ...stored, xDimension: 200, yDimension: 100, dimensionsAssumed: true }
    server.handlers[UPLOAD] = () => ({ err: 0, message: 'Map imported.', status: 200, data: assumed })
    const uploads = fakeUploads()
    open()
    await userEvent.upload(await field(), png())
    expect(await screen.findByText(/10 pixels count as a metre: 200 m × 100 m/)).toBeTruthy()
    await userEvent.click(await send())
    await waitFor(() => expect(uploads).toHaveLength(1))
    await act(async () => uploads[0]?.arrive())
    expect(server.to(UPLOAD)[0]?.body).toMatchObject({ mapData: { source: 'upload' } })
    expect(await screen.findByText(/The size is assumed: 200 m × 100 m/)).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Enter the real size' }))
    await userEvent.type(await width(), '60')
    expect((await height()).value).toBe('30')
    await userEvent.click(await send())
    await waitFor(() => expect(uploads).toHaveLength(2))
  })

  it('can use the current image to enter its size later', async () => {
    const server = hospital('m1')
    server.handlers['/location/api/location.getMap/m1'] = () => ({ ...stored, dimensionsAssumed: true })
    server.handlers['/var/uploads/images/Maps/m1.jpg'] = () =>
      new Response(Uint8Array.from([0xff, 0xd8, 0xff, 0xe0]), { headers: { 'content-type': 'image/jpeg' } })
    open()
    expect((await width()).value).toBe('')
    await userEvent.click(await screen.findByRole('button', { name: 'Use the current image' }))
    expect(await screen.findByText('Level 1.jpg')).toBeTruthy()
    expect((await send()).hasAttribute('disabled')).toBe(false)
  })

  it('shows the message for a moment, then closes a window that the console opened', async () => {
    hospital(null)
    const uploads = fakeUploads()
    const close = vi.spyOn(window, 'close').mockReturnValue(undefined)
    vi.stubGlobal('opener', {})
    open()
    await userEvent.upload(await field(), png())
    await userEvent.type(await width(), '60')
    await userEvent.click(await send())
    await waitFor(() => expect(uploads).toHaveLength(1))
    vi.useFakeTimers()
    await act(async () => uploads[0]?.arrive())
    expect(screen.getByText('Map imported.')).toBeTruthy()
    await act(async () => void (await vi.advanceTimersByTimeAsync(1_400)))
    expect(close).not.toHaveBeenCalled()
    await act(async () => void (await vi.advanceTimersByTimeAsync(200)))
    expect(close).toHaveBeenCalledOnce()
  })

  it('refuses a file without the bytes of an image, whatever its name, and sends nothing', async () => {
    const server = hospital(null)
    open()
    const page = new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'plan.png', { type: 'image/png' })
    await userEvent.upload(await field(), page)
    expect(await screen.findByText('The file is not a JPEG, PNG or WebP image.')).toBeTruthy()
    expect((await send()).hasAttribute('disabled')).toBe(true)
    vi.stubGlobal('createImageBitmap', async () => Promise.reject(new Error('no image')))
    await userEvent.upload(await field(), png())
    expect(await screen.findByText('The image could not be read. It may be damaged.')).toBeTruthy()
    expect(server.to(UPLOAD)).toEqual([])
  })

  it('accepts an image that is dropped on the page', async () => {
    hospital(null)
    open()
    const dataTransfer = { types: ['Files'], files: [png('dropped.png')] }
    const stage = await screen.findByText('No map image yet')
    fireEvent.dragOver(stage, { dataTransfer })
    expect(screen.getByText('Drop the image here')).toBeTruthy()
    fireEvent.drop(stage, { dataTransfer })
    expect(await screen.findByText('dropped.png')).toBeTruthy()
  })

  it('offers the current sizes and warns that everything on the map is rescaled', async () => {
    hospital('m1')
    open()
    expect((await width()).value).toBe('50')
    expect(await screen.findByText('Current image')).toBeTruthy()
    await userEvent.upload(await field(), png())
    const warning = await screen.findByText('This replaces the image of Level 1', { selector: 'b' })
    const alert = warning.closest<HTMLElement>('.ant-alert')
    if (!alert) throw new Error('the warning stands in no alert')
    expect(within(alert).getByText(/2000 × 1000 px instead of 1000 × 600 px.*are rescaled/)).toBeTruthy()
    expect(screen.getByText(/a metre is \d+ % longer/)).toBeTruthy()
    expect(screen.getByText('New image')).toBeTruthy()
  })

  it('takes the size from a line of known length on the plan', async () => {
    hospital(null)
    open()
    const user = userEvent.setup()
    await user.upload(await field(), png())
    await user.click(await screen.findByRole('button', { name: 'Measure on the plan' }))
    const canvas = await screen.findByRole('application')
    fireEvent.keyDown(canvas, { key: 'Enter' })
    await user.type(await screen.findByLabelText('Length of the line in metres'), '30')
    const across = Number((await width()).value)
    expect(across).toBeGreaterThan(30)
    expect(Number((await height()).value)).toBeCloseTo(across / 2, 1)
    for (let i = 0; i < 10; i += 1) fireEvent.keyDown(canvas, { key: 'ArrowLeft', altKey: true })
    expect(Number((await width()).value)).toBeGreaterThan(across)
    await user.click(screen.getByRole('button', { name: 'Clear line' }))
    expect(screen.getByText(/Drag a line along a known distance/)).toBeTruthy()
  })

  it("shows 'Map import failed' with the server's reason, and can be repeated", async () => {
    const server = hospital(null)
    const uploads = fakeUploads()
    server.handlers[UPLOAD] = () =>
      refusal(400, 'validation', 'Map import failed', {
        errors: [{ path: 'imgData.img', message: 'The image could not be read.' }],
      })
    open()
    await userEvent.upload(await field(), png())
    await userEvent.type(await width(), '60')
    await userEvent.click(await send())
    await waitFor(() => expect(uploads).toHaveLength(1))
    await act(async () => uploads[0]?.arrive())
    await waitFor(() => expect(screen.getAllByText('Map import failed')).toHaveLength(2))
    expect(screen.getByText('The image could not be read.')).toBeTruthy()
    await userEvent.click(await send())
    await waitFor(() => expect(uploads).toHaveLength(2))
    await userEvent.click(await screen.findByRole('button', { name: 'Stop' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Stop' })).toBeNull())
    expect(screen.queryByText('The image could not be read.')).toBeNull()
    expect(screen.queryByRole('link', { name: 'View map' })).toBeNull()
  })

  it('shows that the place does not exist', async () => {
    const server = hospital(null)
    server.handlers['/location/api/hierarchy/getLocationHierarchyById/n1'] = () =>
      refusal(404, 'not_found', 'Not found.')
    open()
    expect(await screen.findByText('Place not found')).toBeTruthy()
  })
})
