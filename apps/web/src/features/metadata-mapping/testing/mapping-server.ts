import { beforeEach, vi } from 'vitest'
import { queryClient } from '../../../lib/query-client.ts'
import { openConsole, pumpHospital, signIn } from '../../../testing/pump-hospital.tsx'
import { sampleMapping } from '../../../testing/sample-assets.ts'
import { warmUp } from '../../../testing/warm-up.ts'

/** Gives each test of the mapping loaded pages and an empty cache, in a browser that can show pictures. */
export function setUpMappingTest(): void {
  warmUp()
  beforeEach(() => {
    queryClient.clear()
    vi.stubGlobal(
      'URL',
      Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }),
    )
  })
}

/** Path that saves an entry. */
export const UPDATE = '/api/assets.updateMetaDataMapping'
/** Path that adds an entry or a type. */
export const ADD = '/api/assets.saveNewMetaDataMapping'
/** Path that uploads pictures. */
export const UPLOAD = '/api/assets.uploadMetaDataFiles'
/** Path that removes a picture. */
export const REMOVE = '/api/assets.deleteAliasImage'

/** Creates a hospital whose mapping is in `stored`. */
export function mappingServer(address = '/metadata-mappings?type=Equipment&entry=BatteryLevel') {
  const server = pumpHospital(['/metadata-mappings'])
  const stored = { mapping: { ...sampleMapping(), _revision: 'r-1' } as ReturnType<typeof sampleMapping> }
  Object.assign(server.handlers, {
    '/api/asset.getMetaDataMapping': () => stored.mapping,
    '/api/assets.getUnmappedFields': () => ({
      data: [
        {
          type: 'Equipment',
          name: 'Colour',
          source: 'assets',
          samples: ['blue', 'red'],
          lastSeenAt: '2026-11-02',
        },
        { type: 'Cart', name: 'Weight', source: 'assets', samples: [], lastSeenAt: '2026-11-02' },
      ],
    }),
    [UPDATE]: () => ({
      err: 0,
      message: 'Metadata mapping saved.',
      data: { ...stored.mapping, _revision: 'r-2' },
    }),
    [ADD]: () => ({ err: 0, message: 'Added to the metadata mapping.', data: {} }),
    [UPLOAD]: () => ({ err: 0, message: 'Images stored.', data: {} }),
    [REMOVE]: () => ({
      err: 0,
      message: 'Image removed.',
      data: stored.mapping['Equipment']?.['BatteryLevel'],
    }),
    '/var/uploads/images/Metadata/icon.png': () => new Response('png'),
  })
  signIn()
  openConsole(address)
  return { ...server, stored }
}
