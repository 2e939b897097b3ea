import type { RequestOf } from '@wardtrack/contracts'
import { ImageOff, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, CallError } from '../../lib/api.ts'
import { formatBytes } from '../../lib/i18n/formats.ts'
import { translate } from '../../lib/i18n/i18n.ts'
import { serverText } from '../../lib/i18n/server-text.ts'
import { useStoredImage } from '../../lib/images.ts'
import { useOfflineReason } from '../../lib/live/use-offline.ts'
import { KEYS } from '../../lib/queries.ts'
import { useApiMutation } from '../../lib/use-api-mutation.ts'
import { useConfirm } from '../../lib/use-confirm.ts'
import { FileDrop } from '../../ui/file-drop.tsx'
import { OnlineButton } from '../../ui/online-button.tsx'
import styles from './metadata-mapping.module.css'

type ImageInfo = RequestOf<'uploadMetaDataFiles'>['body']['imageInfo']
/** Picture to remove. */
type PictureRemoval = Omit<RequestOf<'deleteAliasImage'>['body'], 'id'>

/** Uploads pictures; a failure is shown at the file's field. */
const usePictureUpload = () =>
  useApiMutation({
    call: (imageInfo: ImageInfo) => api.call('uploadMetaDataFiles', { body: { id: 'mapping', imageInfo } }),
    success: ({ message }) => message,
    failure: () => undefined,
    invalidates: [[KEYS.metadata]],
  })

/** Removes a picture. */
const usePictureRemoval = () =>
  useApiMutation({
    call: (removal: PictureRemoval) => api.call('deleteAliasImage', { body: { id: 'mapping', ...removal } }),
    success: ({ message }) => message,
    invalidates: [[KEYS.metadata]],
  })

/** Maximum size of a picture on the server, in bytes. */
const MAX_BYTES = 2 * 1024 * 1024

/** Reads a chosen file as base64. @throws Error with a sentence to show */
async function readPicture(file: File): Promise<string> {
  if (file.size > MAX_BYTES)
    throw new Error(translate('metadata-mapping:picture.tooLarge', { size: formatBytes(file.size) }))
  if (!/^image\/(png|jpeg|webp)$/.test(file.type))
    throw new Error(translate('metadata-mapping:picture.wrongFormat'))
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''))
    reader.addEventListener('error', () =>
      reject(new Error(translate('metadata-mapping:picture.unreadable'))),
    )
    reader.readAsDataURL(file)
  })
}

interface PictureFieldProps {
  readonly label: string
  /** Path of the picture; undefined if there is none. */
  readonly stored: string | undefined
  /** Its key in uploadMetaDataFiles. */
  readonly uploadKey: string
  readonly removal: PictureRemoval
}

/** One picture with its preview, a file drop to replace it, and its removal. */
export function PictureField({ label, stored, uploadKey, removal }: PictureFieldProps) {
  const { t } = useTranslation('metadata-mapping')
  const offline = useOfflineReason()
  const confirm = useConfirm()
  const [error, setError] = useState<string>()
  const upload = usePictureUpload()
  const remove = usePictureRemoval()
  const choose = async (file: File): Promise<void> => {
    setError(undefined)
    try {
      await upload.mutateAsync({ [uploadKey]: { img: await readPicture(file), fileName: file.name } })
    } catch (cause) {
      setError(reasonOf(cause))
    }
  }
  return (
    <section className={styles.picture} aria-label={label}>
      <h3>{label}</h3>
      <div className={styles.preview}>
        <Preview stored={stored} label={label} />
        {stored ? (
          <OnlineButton
            danger
            size="small"
            loading={remove.isPending}
            icon={<Trash2 size={14} strokeWidth={2.1} aria-hidden />}
            onClick={() =>
              confirm({
                title: t('picture.removeTitle'),
                content: t('picture.removeText'),
                verb: t('picture.remove'),
                onConfirm: () => remove.mutateAsync(removal),
              })
            }
          >
            {t('picture.remove')}
          </OnlineButton>
        ) : null}
      </div>
      <FileDrop
        label={stored ? t('picture.replace') : t('picture.choose')}
        hint={upload.isPending ? t('picture.sending') : t('picture.hint')}
        accept="image/png,image/jpeg,image/webp"
        disabled={offline !== undefined || upload.isPending}
        error={error}
        onFile={(file) => void choose(file)}
      />
    </section>
  )
}

/** Returns the server's reason if it gives one. */
function reasonOf(cause: unknown): string {
  if (cause instanceof CallError) return serverText(cause.errors[0]?.message ?? cause.message)
  return cause instanceof Error ? cause.message : String(cause)
}

function Preview({ stored, label }: { readonly stored: string | undefined; readonly label: string }) {
  const { t } = useTranslation('metadata-mapping')
  const { url, failed } = useStoredImage(stored)
  return (
    <span className={styles.well}>
      {url && !failed ? (
        <img src={url} alt={t('picture.present', { label })} />
      ) : (
        <ImageOff size={24} strokeWidth={1.6} role="img" aria-label={t('picture.none')} />
      )}
    </span>
  )
}
