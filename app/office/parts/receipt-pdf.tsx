import { DownloadLink } from '../../ui/download-link.tsx'

export function ReceiptPdf({ number }: { number: string }) {
  return (
    <DownloadLink
      href={`/admin-dashboard/receipts/${number}/pdf`}
      className="whitespace-nowrap text-link underline underline-offset-2"
      aria-label={`Download receipt ${number}`}
    >
      {number}
    </DownloadLink>
  )
}
