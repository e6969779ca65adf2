// The raw results are in the page, compressed by gzip and written in base64.
function buildDownloads() {
  for (const button of document.querySelectorAll("button.download")) {
    button.addEventListener("click", async () => {
      const packed = Uint8Array.from(atob(document.getElementById(button.dataset.raw).textContent), (c) => c.charCodeAt(0));
      const text = await new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"))).blob();
      const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
      make("a", { href: url, download: button.dataset.name }).click();
      setTimeout(() => URL.revokeObjectURL(url), 10000);
    });
  }
}
