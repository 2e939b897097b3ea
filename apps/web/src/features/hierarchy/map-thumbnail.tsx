import { queryOptions, useQuery } from '@tanstack/react-query'
import { ImageOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { api, CallError } from '../../lib/api.ts'
import { KEYS } from '../../lib/queries.ts'
import { useDelayed } from '../../lib/use-delayed.ts'
import { useScheme } from '../../ui/scheme.ts'
import { mapInfoQuery } from '../map-canvas/index.ts'
import styles from './hierarchy.module.css'

/**
 * Side of a thumbnail in pixels. It is twice the shown size, to be sharp on a high-resolution screen.
 */
const side = 144
/** Delay before fetching, so that rows that are only scrolled past fetch nothing. */
const restMs = 180

/**
 * Query for a small picture of a map as an object URL, released with its cache entry; null for a map without an
 * image.
 */
const thumbnailQuery = (mapId: string) =>
  queryOptions({
    queryKey: [KEYS.image, 'thumbnail', mapId],
    queryFn: async ({ client, signal }): Promise<string | null> => {
      const known = await client.fetchQuery(mapInfoQuery(mapId)).catch(() => undefined)
      if (known?.width === null) return null
      try {
        const response = await api.open('image', { params: { path: `Maps/${mapId}.jpg` }, signal })
        return URL.createObjectURL(await shrunk(await response.blob()))
      } catch (cause) {
        if (cause instanceof CallError && cause.status === 404) return null
        throw cause
      }
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 5 * 60_000,
    retry: false,
  })

async function shrunk(blob: Blob): Promise<Blob> {
  const image = await createImageBitmap(blob, { resizeWidth: side, resizeQuality: 'medium' })
  const canvas = document.createElement('canvas')
  canvas.width = image.width
  canvas.height = image.height
  canvas.getContext('2d')?.drawImage(image, 0, 0)
  image.close()
  return new Promise((done) => {
    canvas.toBlob((small) => done(small ?? blob), 'image/png')
  })
}

/** Picture of a place's map. In the dark colour scheme it is dark, like the map. */
export function MapThumbnail({ mapId, name }: { readonly mapId: string | null; readonly name: string }) {
  const { t } = useTranslation('hierarchy')
  const rested = useDelayed(restMs)
  const dark = useScheme() === 'dark'
  const { data, isError } = useQuery({ ...thumbnailQuery(mapId ?? ''), enabled: mapId !== null && rested })
  const none = mapId === null || data === null || isError
  return (
    <span className={`${styles.well} ${dark ? styles.dark : ''}`} title={none ? t('noImage') : undefined}>
      {data ? <img src={data} alt={t('mapOf', { name })} /> : null}
      {none ? (
        <>
          <ImageOff size={18} strokeWidth={1.8} aria-hidden />
          <span className="visually-hidden">{t('noImage')}</span>
        </>
      ) : null}
    </span>
  )
}
