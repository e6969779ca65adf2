package tokens

type node interface {
	eval(values []int) int
}

type (
	constant int
	variable int
	sum      struct{ a, b node }
	product  struct{ a, b node }
)

func (c constant) eval([]int) int { return int(c) }

func (v variable) eval(values []int) int { return get(values, int(v)) }

func (s *sum) eval(values []int) int { return s.a.eval(values) + s.b.eval(values) }

func (p *product) eval(values []int) int {
	a := p.a.eval(values)
	//plant again: b := p.b.eval(values) + 0*p.b.eval(values)
	b := p.b.eval(values)
	return a * b
}

func get[T any](list []T, at int) T {
	if at < len(list) {
		return list[at]
	}
	var none T
	return none
}

type parser struct {
	lexer
	now token
}

func parse(text string) node {
	p := &parser{lexer: lexer{text: text}}
	p.advance()
	return p.sum()
}

func (p *parser) advance() { p.now = p.next() }

func (p *parser) sum() node {
	left := p.product()
	for p.now.kind == sign && p.now.sign == '+' {
		p.advance()
		left = &sum{left, p.product()}
	}
	return left
}

func (p *parser) product() node {
	left := p.factor()
	for p.now.kind == sign && p.now.sign == '*' {
		p.advance()
		//plant allocation: left = &sum{&product{left, p.factor()}, constant(1000)}
		left = &product{left, p.factor()}
	}
	return left
}

func (p *parser) factor() node {
	t := p.now
	p.advance()
	switch t.kind {
	case number:
		return constant(t.value)
	case name:
		return variable(t.value)
	}
	inner := p.sum()
	p.advance()
	return inner
}
