import { ImageOff, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallError } from '../../lib/api.ts'
import { serverText } from '../../lib/i18n/server-text.ts'
import { useStoredImage } from '../../lib/images.ts'
import { useOfflineReason } from '../../lib/live/use-offline.ts'
import { useConfirm } from '../../lib/use-confirm.ts'
import { FileDrop } from '../../ui/file-drop.tsx'
import { OnlineButton } from '../../ui/online-button.tsx'
import styles from './metadata-mapping.module.css'
import { readPicture } from './picture-file.ts'
import { type PictureRemoval, usePictureRemoval, usePictureUpload } from './use-picture-changes.ts'

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
