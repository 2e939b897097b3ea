import { Stethoscope, UserRound } from 'lucide-react'
import { useStoredImage } from '../../lib/images.ts'
import { useMetadata } from '../../lib/metadata.ts'
import styles from './asset-picture.module.css'

interface AssetPictureProps {
  readonly assetType: string
  readonly category: string | undefined
  readonly size: number
}

/** Picture of an asset's category from the metadata mapping; a drawing if there is none or it fails to load. */
export function AssetPicture({ assetType, category, size }: AssetPictureProps) {
  const options = useMetadata()?.[assetType]?.PrimaryCategory?.Options
  const stored = category ? options?.[category]?.image : undefined
  const { url, failed } = useStoredImage(stored)
  return (
    <span className={styles.well} style={{ width: size, height: size }}>
      {url && !failed ? <img src={url} alt="" /> : null}
      {!stored || failed ? <NoImage assetType={assetType} size={size} /> : null}
    </span>
  )
}

function NoImage({ assetType, size }: { readonly assetType: string; readonly size: number }) {
  if (assetType === 'Clinician') return <Stethoscope size={size * 0.44} strokeWidth={1.6} aria-hidden />
  if (assetType === 'Patient') return <UserRound size={size * 0.46} strokeWidth={1.6} aria-hidden />
  return (
    <svg viewBox="0 0 48 48" width={size * 0.76} height={size * 0.76} aria-hidden focusable={false}>
      <path d="M24 3v5M24 40v5" className={styles.edge} />
      <rect x="11" y="8" width="26" height="32" rx="4" className={styles.body} />
      <rect x="15" y="12" width="18" height="10" rx="1.5" className={styles.screen} />
      <path d="M18 17.5h3l1.5-3 2.5 5 1.5-2h3.5" className={styles.trace} />
      <path
        d="M15.8 27.5h4M22 27.5h4M28.2 27.5h4M15.8 33.5h4M22 33.5h4M28.2 33.5h4"
        className={styles.keys}
      />
    </svg>
  )
}
