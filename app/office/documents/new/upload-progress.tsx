import { formatBytes } from '../../../ui/file-field.tsx'
import { useSending } from './send-with-progress.ts'

/** How far the bytes are, while they are on their way. */
export function UploadProgress() {
  const sending = useSending()
  if (!sending) return null
  const { sent, total } = sending
  const percent = total === 0 ? 0 : Math.floor((sent * 100) / total)
  return (
    <div className="mt-3">
      <progress
        max={total}
        value={sent}
        aria-label="Uploading document"
        className="block h-1.5 w-full appearance-none overflow-hidden rounded-full bg-track [&::-moz-progress-bar]:bg-primary [&::-webkit-progress-bar]:bg-track [&::-webkit-progress-value]:bg-primary"
      />
      <p className="num mt-1.5 flex justify-between text-xs text-muted">
        <span>
          {formatBytes(sent)} of {formatBytes(total)}
        </span>
        <span>{percent < 100 ? `${percent}%` : 'Checking the file'}</span>
      </p>
    </div>
  )
}
