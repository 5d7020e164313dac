export function Preview({
  documentId,
  fileNumber,
  size: { width, height },
  className,
}: {
  documentId: string
  fileNumber: number
  size: { width: number; height: number }
  className: string
}) {
  return (
    <img
      src={`/admin-dashboard/documents/${documentId}/preview?file=${fileNumber}`}
      alt=""
      width={width}
      height={height}
      loading="lazy"
      className={className}
    />
  )
}
