import { asBucket, asStoreAddress, asSwitch } from './config-values.ts'

/** Path style puts the bucket's name into the path, otherwise before the host. */
export type ObjectStoreSettings = {
  endpoint: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
  forcePathStyle: boolean
}

/** The value of a variable; a wrong one is noted by its name, and the default returned. */
export type Read = <Value, Default>(
  name: string,
  parse: (text: string) => Value,
  otherwise: Default,
) => Value | Default

const asSaid = (text: string) => text

type AccessNames = Record<Exclude<keyof ObjectStoreSettings, 'bucket'>, string>

/** How a bucket is reached, from the variables of these names; null unless all are there. */
export function readStoreAccess(
  read: Read,
  names: AccessNames,
): Omit<ObjectStoreSettings, 'bucket'> | null {
  const endpoint = read(names.endpoint, asStoreAddress, null)
  const region = read(names.region, asSaid, null)
  const accessKeyId = read(names.accessKeyId, asSaid, null)
  const secretAccessKey = read(names.secretAccessKey, asSaid, null)
  const forcePathStyle = read(names.forcePathStyle, asSwitch, false)
  if (!endpoint || !region || !accessKeyId || !secretAccessKey) return null
  return { endpoint, region, accessKeyId, secretAccessKey, forcePathStyle }
}

const namesOfFiles: AccessNames = {
  endpoint: 'S3_ENDPOINT',
  region: 'S3_REGION',
  accessKeyId: 'S3_ACCESS_KEY_ID',
  secretAccessKey: 'S3_SECRET_ACCESS_KEY',
  forcePathStyle: 'S3_FORCE_PATH_STYLE',
}

/** The bucket of the files; null unless all of its settings are there. */
export function readObjectStore(read: Read): ObjectStoreSettings | null {
  const access = readStoreAccess(read, namesOfFiles)
  const bucket = read('S3_BUCKET', asBucket, null)
  return access && bucket ? { ...access, bucket } : null
}
