package measure

// A head keeps the beginning of what a worker prints, which may be without end.
type head struct {
	text []byte
	most int // bytes that are kept
}

func (h *head) Write(p []byte) (int, error) {
	h.text = append(h.text, p[:min(len(p), h.most-len(h.text))]...)
	return len(p), nil
}
