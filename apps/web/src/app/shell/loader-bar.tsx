import { useIsFetching, useIsMutating } from '@tanstack/react-query'
import { useNavigation } from 'react-router'
import styles from './shell.module.css'

/** A 2 px bar under the header while something is fetched. Polls in the background do not show it. */
export function LoaderBar() {
  const fetching = useIsFetching({ predicate: ({ meta }) => meta?.quiet !== true })
  const changing = useIsMutating()
  const navigation = useNavigation()
  const busy = fetching + changing > 0 || navigation.state !== 'idle'
  return <div className={`${styles.loader} ${busy ? styles.on : ''}`} aria-hidden />
}
