import type { MetaOption } from '@wardtrack/contracts'
import { Button, Modal } from 'antd'
import { ImageIcon, ImagePlus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStoredImage } from '../../lib/images.ts'
import type { EntryPlace, OptionRow } from './entry-draft.ts'
import styles from './metadata-mapping.module.css'
import { PictureField } from './picture-field.tsx'

interface OptionPicturesProps {
  readonly place: EntryPlace
  readonly row: OptionRow
  /** The stored option; undefined for a new one. */
  readonly stored: MetaOption | undefined
}

/** Pictures of an option: a thumbnail that opens both. */
export function OptionPictures({ place, row, stored }: OptionPicturesProps) {
  const { t } = useTranslation('metadata-mapping')
  const [open, setOpen] = useState(false)
  const { url } = useStoredImage(stored?.image)
  const name = row.alias || row.code
  const label = stored ? t('picture.of', { name }) : t('picture.saveFirst')
  const keyOf = (member: string): string => `${place.type}#${place.name}#${row.code}.${member}`
  const removal = (sub: 'image' | 'secondaryImage') =>
    ({ flag: 'option', type: place.type, parent: place.name, item: row.code, sub }) as const
  return (
    <>
      <Button
        className={styles.thumbnail ?? ''}
        disabled={!stored}
        aria-label={label}
        title={label}
        onClick={() => setOpen(true)}
        icon={
          url ? (
            <img src={url} alt="" />
          ) : stored?.image ? (
            <ImageIcon size={16} strokeWidth={1.8} aria-hidden />
          ) : (
            <ImagePlus size={16} strokeWidth={1.8} aria-hidden />
          )
        }
      />
      <Modal
        open={open}
        title={t('picture.of', { name })}
        footer={null}
        onCancel={() => setOpen(false)}
        destroyOnHidden
      >
        <div className={styles.pictures}>
          <PictureField
            label={t('picture.primary')}
            stored={stored?.image}
            uploadKey={keyOf('image')}
            removal={removal('image')}
          />
          <PictureField
            label={t('picture.secondary')}
            stored={stored?.secondaryImage}
            uploadKey={keyOf('secondaryImage')}
            removal={removal('secondaryImage')}
          />
        </div>
      </Modal>
    </>
  )
}
