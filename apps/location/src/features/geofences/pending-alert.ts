/** An alert as the engine raises it and the asset's document keeps it until it has become a document of its own. */
export type { PendingAlert } from '@wardtrack/database'
