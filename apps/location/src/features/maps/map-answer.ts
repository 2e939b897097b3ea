import type { MapInfo } from '@wardtrack/contracts'
import type { MapDoc } from '@wardtrack/database'

/** A stored map as calls answer it. */
export const mapAnswer = ({ _id, ...rest }: MapDoc): MapInfo => ({ mapId: _id, ...rest })
